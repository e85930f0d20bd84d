import type { InjectOptions } from "fastify";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import { memberEndpoints } from "../../../src/endpoints/dashboard/members.ts";
import { drawer, type Node } from "../draw-values.ts";
import type { TestService } from "../service.ts";
import { judge, judgeAnswer } from "./described.ts";
import { cookiesOf, type Mount, PASSWORD, sentBy } from "./mounts.ts";
import { unreachable } from "./unreachable.ts";

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
  /** Endpoints that never succeeded, besides those that cannot. */
  unanswered: string[];
}

type Draw = ReturnType<typeof drawer>;

const wrong = [null, {}, [], [null], "", "7.5", "maybe", 7.5, -1, 1e15, true, "x".repeat(3_000), "60", [[[[]]]]];
const wrongTexts = ["", "7.5", "-1", "1e15", "true", "x".repeat(300), "%00", "0", "é", "null"];

const aboutMembers = new Set(memberEndpoints.map(({ id }) => id));

/** Rounds of calls that fit, for endpoints that have not succeeded before. */
const ROUNDS = 100;

/**
 * Calls every endpoint of the mounts, as its description allows and as it does not. Nothing may answer 5xx, or outside the
 * description; a body or a query that the schema does not allow must be refused. Then it calls those that have not succeeded
 * yet with what they allow, because an answer that never came was not checked. Each endpoint draws by itself: a new one does
 * not change what the others are sent.
 */
export async function generatedCalls(
  service: TestService,
  mounts: Mount[],
  calls: number,
  seed: string,
): Promise<Outcome> {
  const outcome: Outcome = { calls: 0, statuses: {}, findings: [], unanswered: [] };
  const callable = mounts.flatMap((mount) =>
    mount.endpoints
      .filter(({ answer }) => !isStream(answer))
      .map((endpoint) => {
        const name = `${mount.prefix} ${endpoint.id}`.trim();
        return { mount, endpoint, name, draw: drawer(`${seed} ${name}`) };
      }),
  );
  const hasSucceeded = ({ name }: { name: string }) =>
    Object.keys(outcome.statuses[name] ?? {}).some((status) => Number(status) < 300);
  async function call({ mount, endpoint, name, draw }: (typeof callable)[number], at: number, isBent: boolean) {
    const { headers: own, ids } = mount.callers[isBent ? at % mount.callers.length : 0]!;
    const headers = !isBent && mount.owner && aboutMembers.has(endpoint.id) ? mount.owner : own;
    const made = callOf(endpoint, draw, ids, service, isBent);
    const url = `${mount.prefix}${made.url}`;
    const answer = await service.inject({
      method: endpoint.method,
      url,
      headers: { ...sentBy(endpoint, headers), ...made.headers },
      payload: made.payload,
      remoteAddress: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
    } as InjectOptions);
    outcome.calls += 1;
    const status = answer.statusCode;
    outcome.statuses[name] = { ...outcome.statuses[name], [status]: (outcome.statuses[name]?.[status] ?? 0) + 1 };
    const note = (what: string) =>
      outcome.findings.push({ call: `${endpoint.method} ${url} ${made.payload}`, status, what });
    const type = String(answer.headers["content-type"] ?? "");
    const judged = judgeAnswer(endpoint, { status, type, text: answer.payload }, mount);
    if (judged) note(judged);
    if (status >= 500) note("5xx");
    if (!made.fits && status < 400) note("what does not fit the schema was taken");
    if (status < 300 && type.startsWith("application/json")) keepIds(endpoint, answer.json(), ids);
    const known = ids.get(endpoint.thing) ?? [];
    const gone = status === 404 && known.filter((id) => !made.url.includes(id));
    if (gone) ids.set(endpoint.thing, gone);
    // As a browser does: a new password or a second factor starts another session.
    if (headers.cookie && answer.cookies.length > 0 && !endpoint.callers.includes("nobody")) {
      headers.cookie = cookiesOf(answer);
    }
  }
  for (let at = 0; at < calls; at += 1) await call(callable[at % callable.length]!, at, true);
  const reachable = callable.filter(({ name }) => !unreachable[name]);
  for (let round = 0; round < ROUNDS && !reachable.every(hasSucceeded); round += 1) {
    for (const one of reachable) {
      // What was made first must come to its end: no endless queue of new work.
      const isNeeded = givesIds(one) && (round < 20 || one.endpoint.method === "GET");
      if (!hasSucceeded(one) || isNeeded) await call(one, calls + outcome.calls, false);
    }
  }
  outcome.unanswered = reachable.filter((one) => !hasSucceeded(one)).map(({ name }) => name);
  return outcome;
}

const isStream = (answer: Endpoint["answer"]): boolean =>
  answer.kind === "content" && answer.types[0] === "text/event-stream";

/** Makes or lists what others act on. */
const givesIds = ({ endpoint, mount }: { endpoint: Endpoint<never>; mount: Mount }): boolean =>
  /\/(link|test)$/.test(endpoint.path) || mount.endpoints.some(({ path }) => path.startsWith(`${endpoint.path}/{id}`));

/** Ids in an answer or in its lists; a session does not end itself, and an admin acts on nobody who calls. */
function keepIds({ thing }: Endpoint<never>, answer: unknown, ids: Map<string, string[]>): void {
  const parts = Object.values((answer ?? {}) as object).flat();
  for (const part of [answer, ...parts] as Array<{ id?: unknown; current?: boolean } | null>) {
    if (typeof part?.id !== "string" || part.current || thing === "person") continue;
    const place = part.id.startsWith("msg_") ? "delivery" : thing;
    const keep = (name: string, value: string) => ids.set(name, [...(ids.get(name) ?? []), value].slice(-20));
    keep(place, part.id);
    const { url, feed_secret } = part as { url?: string; feed_secret?: string };
    if (url?.includes("/links/")) keep("/links/{id}/{file}", new URL(url).pathname);
    if (feed_secret) keep("/schedules/{id}/feed/{secret}", `/schedules/${part.id}/feed/${feed_secret}`);
  }
}

function callOf(
  endpoint: Endpoint<never>,
  draw: Draw,
  ids: Map<string, string[]>,
  service: TestService,
  isBent: boolean,
) {
  const names = service.registry.entries.map(({ name }) => name);
  const { oneOf, random } = draw;
  const signed = isBent ? [] : (ids.get(endpoint.path) ?? []);
  const path = (signed.length > 0 ? oneOf(signed) : endpoint.path).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = ids.get(name === "id" ? endpoint.thing : name) ?? [];
    if (known.length > 0 && (!isBent || random() < 0.7)) return oneOf(known);
    return oneOf(["0193aaaa-0000-7000-8000-000000000000", "none", "x".repeat(400), "%F0%9F%92%A9", "..%2f", "%00"]);
  });
  const query = queryOf(endpoint, draw, names, isBent);
  for (const place of ["batch", "schedule"]) {
    const known = ids.get(place) ?? [];
    const isField = Object.hasOwn(endpoint.query?.properties ?? {}, `${place}_id`);
    if (!isBent && isField && known.length > 0 && random() < 0.3) query.values[`${place}_id`] = oneOf(known);
  }
  const isUpload = endpoint.upload !== undefined;
  // A batch in JSON says everything in its body.
  const asked = isUpload ? { values: {}, fits: true } : query;
  const body = bodyOf(endpoint, draw, names, service, isBent);
  const search = new URLSearchParams(asked.values as Record<string, string>).toString();
  return {
    url: search === "" ? path : `${path}?${search}`,
    headers: body ? { "content-type": "application/json" } : ({} as Record<string, string>),
    payload: body ? JSON.stringify(body.value) : undefined,
    fits: asked.fits && (body?.fits ?? true),
  };
}

function queryOf(endpoint: Endpoint<never>, draw: Draw, names: string[], isBent: boolean) {
  const { oneOf, random, body } = draw;
  const schema = (endpoint.query ?? { type: "object", properties: {} }) as unknown as Node;
  const optional = { ...schema, required: [] };
  const values: Record<string, unknown> = isBent || random() < 0.3 ? body(optional) : {};
  if ("operation" in values) values.operation = oneOf([...names, "no/such"]);
  for (const name of ["cursor", "fields"]) if (name in values && random() < 0.8) delete values[name];
  if (!isBent) return { values, fits: true };
  let fits = true;
  const known = Object.keys(schema.properties ?? {});
  if (random() < 0.15) {
    values[`${oneOf([...known, "limit"])}x`] = "1";
    fits = false;
  }
  if (known.length > 0 && random() < 0.2) values[oneOf(known)] = oneOf(wrongTexts);
  return { values, fits };
}

function bodyOf(endpoint: Endpoint<never>, draw: Draw, names: string[], service: TestService, isBent: boolean) {
  const { oneOf, random, body } = draw;
  if (!endpoint.body) return isBent && random() < 0.2 ? { value: oneOf([{}, { x: 1 }, []]), fits: true } : null;
  const schema = endpoint.body as unknown as Node;
  let value: unknown = body(schema);
  const filled = value as Record<string, unknown>;
  if ("operation" in filled) Object.assign(filled, ofOperation(filled, draw, names, service));
  if ("url" in filled && random() < 0.7) filled.url = "http://hook.invalid/hook";
  if ("webhook" in filled && filled.webhook !== null) filled.webhook = "http://hook.invalid/hook";
  if ("cron" in filled && random() < 0.7) filled.cron = "0 7 * * *";
  if ("time_zone" in filled && random() < 0.7) filled.time_zone = "Europe/Amsterdam";
  if ("ignore_fields" in filled && random() < 0.7) filled.ignore_fields = ["id"];
  if ("track" in filled && random() < 0.7) filled.track = ["id"];
  if ("rules" in filled && random() < 0.7) filled.rules = [{ when: "appears" }];
  // An account that keeps nothing has nothing to show.
  if ("retain" in filled) filled.retain = "usual";
  if (!isBent) {
    const [example] = endpoint.examples ?? [];
    const fitting = example && !("operation" in filled) && random() < 0.5 ? { ...(example as object) } : filled;
    if ("password" in fitting) fitting.password = PASSWORD;
    if ("retain" in fitting) fitting.retain = "usual";
    if (schema.properties?.track) Object.assign(fitting, { track: ["id"], rules: [] });
    if ("email" in fitting) fitting.email = "signs-in@people.example";
    return { value: fitting, fits: true };
  }
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
