import type { InjectOptions } from "fastify";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import { drawer, type Node } from "../draw-values.ts";
import type { TestService } from "../service.ts";
import { judge, judgeAnswer } from "./described.ts";
import { type Mount, sentBy } from "./mounts.ts";

interface Finding {
  call: string;
  status: number;
  what: string;
}

export interface Outcome {
  calls: number;
  /** How often each endpoint was called, and with which statuses. */
  statuses: Record<string, Record<number, number>>;
  findings: Finding[];
}

type Draw = ReturnType<typeof drawer>;

const wrong = [null, {}, [], [null], "", "7.5", "maybe", 7.5, -1, 1e15, true, "x".repeat(3_000), "60", [[[[]]]]];
const wrongTexts = ["", "7.5", "-1", "1e15", "true", "x".repeat(300), "%00", "0", "é", "null"];

/**
 * Calls every endpoint of the mounts, as its description allows and as it does not. Nothing may answer 5xx, or outside the
 * description; a body or a query that the schema does not allow must be refused.
 */
export async function generatedCalls(
  service: TestService,
  mounts: Mount[],
  calls: number,
  seed: string,
): Promise<Outcome> {
  const draw = drawer(seed);
  const outcome: Outcome = { calls: 0, statuses: {}, findings: [] };
  const callable = mounts.flatMap((mount) =>
    mount.endpoints.filter(({ answer }) => !isStream(answer)).map((endpoint) => ({ mount, endpoint })),
  );
  for (let at = 0; at < calls; at += 1) {
    const { mount, endpoint } = callable[at % callable.length]!;
    const { headers, ids } = mount.callers[at % mount.callers.length]!;
    const made = callOf(endpoint, draw, ids, service);
    const url = `${mount.prefix}${made.url}`;
    const answer = await service.inject({
      ...{ method: endpoint.method, url, headers: { ...sentBy(endpoint, headers), ...made.headers } },
      ...{ payload: made.payload, remoteAddress: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` },
    } as InjectOptions);
    outcome.calls += 1;
    const status = answer.statusCode;
    const name = `${mount.prefix} ${endpoint.id}`.trim();
    outcome.statuses[name] = { ...outcome.statuses[name], [status]: (outcome.statuses[name]?.[status] ?? 0) + 1 };
    const note = (what: string) =>
      outcome.findings.push({ call: `${endpoint.method} ${url} ${made.payload}`, status, what });
    const type = String(answer.headers["content-type"] ?? "");
    const judged = judgeAnswer(endpoint, { status, type, text: answer.payload }, mount);
    if (judged) note(judged);
    if (status >= 500) note("5xx");
    if (!made.fits && status < 400) note("what does not fit the schema was taken");
    if (status < 300 && type.startsWith("application/json")) keepIds(endpoint, answer.json(), ids);
  }
  return outcome;
}

const isStream = (answer: Endpoint["answer"]): boolean =>
  answer.kind === "content" && answer.types[0] === "text/event-stream";

/** Ids in an answer or in its lists; a session does not end itself. */
function keepIds({ thing }: Endpoint<never>, answer: unknown, ids: Map<string, string[]>): void {
  const parts = Object.values((answer ?? {}) as object).flat();
  for (const part of [answer, ...parts] as Array<{ id?: unknown; current?: boolean } | null>) {
    if (typeof part?.id !== "string" || part.current) continue;
    const place = part.id.startsWith("msg_") ? "delivery" : thing;
    ids.set(place, [...(ids.get(place) ?? []), part.id].slice(-20));
  }
}

function callOf(endpoint: Endpoint<never>, draw: Draw, ids: Map<string, string[]>, service: TestService) {
  const names = service.registry.entries.map(({ name }) => name);
  const { oneOf, random } = draw;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = ids.get(endpoint.thing) ?? [];
    if (name === "id" && known.length > 0 && random() < 0.7) return oneOf(known);
    return oneOf(["0193aaaa-0000-7000-8000-000000000000", "none", "x".repeat(400), "%F0%9F%92%A9", "..%2f", "%00"]);
  });
  const query = queryOf(endpoint, draw, names);
  const isUpload = endpoint.upload !== undefined;
  // A batch in JSON says everything in its body.
  const asked = isUpload ? { values: {}, fits: true } : query;
  const body = bodyOf(endpoint, draw, names, service);
  const search = new URLSearchParams(asked.values as Record<string, string>).toString();
  return {
    url: search === "" ? path : `${path}?${search}`,
    headers: body ? { "content-type": "application/json" } : ({} as Record<string, string>),
    payload: body ? JSON.stringify(body.value) : undefined,
    fits: asked.fits && (body?.fits ?? true),
  };
}

function queryOf(endpoint: Endpoint<never>, draw: Draw, names: string[]) {
  const { oneOf, random, body } = draw;
  const schema = (endpoint.query ?? { type: "object", properties: {} }) as unknown as Node;
  const optional = { ...schema, required: [] };
  const values: Record<string, unknown> = body(optional);
  if ("operation" in values) values.operation = oneOf([...names, "no/such"]);
  for (const name of ["cursor", "fields"]) if (name in values && random() < 0.8) delete values[name];
  let fits = true;
  const known = Object.keys(schema.properties ?? {});
  if (random() < 0.15) {
    values[`${oneOf([...known, "limit"])}x`] = "1";
    fits = false;
  }
  if (known.length > 0 && random() < 0.2) values[oneOf(known)] = oneOf(wrongTexts);
  return { values, fits };
}

function bodyOf(endpoint: Endpoint<never>, draw: Draw, names: string[], service: TestService) {
  const { oneOf, random, body } = draw;
  if (!endpoint.body) return random() < 0.2 ? { value: oneOf([{}, { x: 1 }, []]), fits: true } : null;
  const schema = endpoint.body as unknown as Node;
  let value: unknown = body(schema);
  const filled = value as Record<string, unknown>;
  if ("operation" in filled) Object.assign(filled, ofOperation(filled, draw, names, service));
  if ("url" in filled && random() < 0.7) filled.url = "http://hook.invalid/hook";
  if ("webhook" in filled && filled.webhook !== null) filled.webhook = "http://hook.invalid/hook";
  if ("cron" in filled && random() < 0.7) filled.cron = "0 7 * * *";
  if ("time_zone" in filled && random() < 0.7) filled.time_zone = "Europe/Amsterdam";
  if ("ignore_fields" in filled && random() < 0.7) filled.ignore_fields = ["id"];
  if (random() < 0.15) filled[`${oneOf(Object.keys(schema.properties ?? {}))}x`] = 1;
  if (random() < 0.3) filled[oneOf(Object.keys(schema.properties ?? {}))] = oneOf(wrong);
  if (random() < 0.05) value = oneOf(wrong);
  return { value, fits: value !== "" && judge(schema)(value) };
}

function ofOperation(filled: Record<string, unknown>, { oneOf, body }: Draw, names: string[], service: TestService) {
  const name = oneOf(names);
  const { request, path } = service.registry.byName(name)!.operation;
  const one = () => body(request as unknown as Node);
  if ("body" in filled) return { operation: path, body: one() };
  return {
    operation: name,
    ...("request" in filled && { request: one() }),
    ...("requests" in filled && { requests: [one(), one()] }),
  };
}
