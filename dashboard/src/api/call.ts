import { accountHeader } from "./acting-account.ts";
import type { AnswerTo, Known } from "./answers.ts";
import { askPasswordAgain } from "./ask-password.ts";
import { reach, setTrouble } from "./connection.ts";
import { apiPath } from "./first-reads.ts";
import { outboxHeader } from "./outbox-token.ts";

/** A response that is not a success. `message` can be shown as it is. */
export class ApiError extends Error {
  readonly status: number;
  /** The response's `detail`, for forms that show errors by field. */
  readonly detail: unknown;
  /** The request in the history, if there is one. */
  readonly requestId: string | null;
  constructor(status: number, message: string, detail: unknown, requestId: string | null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.detail = detail;
    this.requestId = requestId;
  }
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Another site's form cannot set the custom header. Together with the cookie's SameSite it prevents CSRF. */
const send = (
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Response> =>
  reach(apiPath(path), {
    method,
    credentials: "same-origin",
    headers: {
      accept: "application/json",
      "x-winnow-dashboard": "1",
      ...accountHeader(),
      ...headers,
      ...((path === "/outbox" || path === "/sign-up") && outboxHeader()),
      ...(body !== undefined && { "content-type": body instanceof Blob ? body.type : "application/json" }),
    },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });

/** A successful response. If the service asks for the password first, the request is repeated after it was given. */
async function answer(...request: Parameters<typeof send>): Promise<Response> {
  const response = await send(...request);
  if (response.ok) return response;
  const again = response.status === 403 && (await isAskedAgain(response.clone())) && (await askPasswordAgain());
  if (again) return answer(...request);
  throw await readError(response);
}

const call = async <T>(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> =>
  (await answer(method, path, body, undefined, headers)).json();

const isAskedAgain = async (response: Response): Promise<boolean> =>
  ((await response.json().catch(() => ({}))) as { reason?: string }).reason === "password_again";

async function readError(response: Response): Promise<ApiError> {
  const { detail, reason } = (await response.json().catch(() => ({}))) as { detail?: unknown; reason?: string };
  // The account of this tab is closed to the person, whatever the page asked for.
  if (reason === "no_account" || reason === "single_sign_on") setTrouble(reason, true);
  const message = detailText(detail) ?? `The service returned status ${response.status}.`;
  return new ApiError(response.status, message, detail, response.headers.get("x-request-id"));
}

/** The response's `detail` as text: a sentence, or a list of errors with the location of each. */
export function detailText(detail: unknown): string | null {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return null;
  return detail
    .map(
      ({ loc, msg }: { loc?: unknown[]; msg?: string }) => `${(loc ?? []).slice(1).join(".")}: ${msg ?? "not valid"}`,
    )
    .join("\n");
}

/** The errors of a 422, by field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const detail = error instanceof ApiError ? error.detail : error;
  if (!Array.isArray(detail)) return {};
  return Object.fromEntries(
    detail.map(({ loc, msg }: { loc?: unknown[]; msg?: unknown }) => [String(loc?.at(-1) ?? ""), String(msg)]),
  );
}

type Change<Method extends string> = <const P extends string>(
  path: P & Known<Method, P>,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<AnswerTo<Method, P>>;

const changes =
  <M extends Method>(method: M): Change<M> =>
  (path, body = {}, headers) =>
    call(method, path, body, headers);

/** Each path must be one that the service has; its answer has the type that the endpoint describes. */
export const api = {
  file: async (path: string): Promise<Blob> => (await answer("GET", path)).blob(),
  get: <const P extends string>(path: P & Known<"GET", P>) => call<AnswerTo<"GET", P>>("GET", path),
  post: changes("POST"),
  patch: changes("PATCH"),
  delete: changes("DELETE"),
  /** For a path that a component is given. */
  call,
};

/** Reads a response of newline-delimited JSON as the lines arrive. */
export async function* stream<T>(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const response = await send("POST", path, body, signal);
  if (!response.ok || !response.body) throw await readError(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as T;
    if (done) return;
  }
}
