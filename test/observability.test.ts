import { readFile, rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCollector } from "./support/otlp-collector.ts";
import { type RunningPrometheus, startPrometheus } from "./support/prometheus.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

/** A shelf whose items are the names of the headers that the site received. */
const source = toySource("shelves").replace(
  "answer: ({ url }) => {",
  `answer: ({ url, headers }) => {
      if (url.pathname === "/shelf/headers") return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ things: Object.keys(headers).map((name, i) => ({ id: url.searchParams.get("page") + "-" + i, name })) }) };`,
);
const PATH = "/api/shelves/things";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER_SPAN = "00f067aa0ba902b7";

let folder: string;
let service: TestService;
let prometheus: RunningPrometheus;
let collector: Awaited<ReturnType<typeof startCollector>>;
beforeAll(async () => {
  collector = await startCollector();
  folder = await sourcesFolder({ shelves: source });
  service = await startTestService({
    sourcesFolder: folder,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b",
      LOG_LEVEL: "info",
      OTEL_TRACES_SAMPLER_ARG: "0",
      WINNOW_SHELVES_CONCURRENCY: "7",
    },
  });
  prometheus = await startPrometheus(new URL(service.address).host, service.operatorToken);
});
afterAll(async () => {
  await prometheus?.close();
  await service?.close();
  await collector?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string) =>
  fetch(service.address + path, { headers: { authorization: `Bearer ${service.operatorToken}` } });
const call = (shelf: string, headers: Record<string, string> = {}) =>
  fetch(service.address + PATH, {
    method: "POST",
    headers: { "content-type": "application/json", "access-token": service.demoKey, ...headers },
    body: JSON.stringify({ shelf, count: 20 }),
  });

test("Prometheus scrapes it and computes rate, errors and latency, and promtool accepts the names", async () => {
  const asked = `winnow_http_requests_total{route="${PATH}"}`;
  await call("top");
  await call("broken");
  await expect.poll(() => prometheus.query(asked), { interval: 100 }).toHaveLength(2);
  for (let nth = 0; nth < 3; nth++) await call(`shelf ${nth}`);
  await call("broken");
  const rate = (status: string) => `sum(rate(winnow_http_requests_total{route="${PATH}",status=~"${status}"}[30s]))`;
  const positive = expect.arrayContaining([{ metric: {}, value: expect.toSatisfy((value: number) => value > 0) }]);
  await expect.poll(() => prometheus.query(rate("2..")), { interval: 100 }).toEqual(positive);
  await expect.poll(() => prometheus.query(`${rate("5..")} / ${rate(".*")}`), { interval: 100 }).toEqual(positive);
  const p99 = `histogram_quantile(0.99, sum by (le) (rate(winnow_http_request_duration_seconds_bucket{route="${PATH}"}[30s])))`;
  await expect.poll(() => prometheus.query(p99), { interval: 100 }).toEqual(positive);
  const metrics = await get("/metrics").then((answer) => answer.text());
  expect(await prometheus.lint(metrics)).toBe("");
  for (const name of ["winnow_load_calls", "winnow_jobs", "winnow_holds_open", "winnow_webhook_deliveries_pending"]) {
    expect(metrics).toContain(`# TYPE ${name} gauge`);
  }
});

test("an operator with the token sees the politeness in force, and nobody else does", async () => {
  const { sources } = (await (await get("/health/details")).json()) as { sources: Array<Record<string, unknown>> };
  expect(sources).toMatchObject([{ name: "shelves", circuit_breaker: "closed", politeness: { concurrency: 7 } }]);
  expect((await fetch(`${service.address}/health/details`)).status).toBe(404);
});

test("the Grafana dashboard queries only existing metrics, and callers' input creates no series", async () => {
  const scrape = async () => (await get("/metrics")).text();
  const dashboard = await readFile(new URL("../deploy/grafana/dashboards/winnow.json", import.meta.url), "utf8");
  const asked = new Set(dashboard.match(/\b(winnow|nodejs|process)_[a-z0-9_]+/g));
  expect(asked.size).toBeGreaterThan(20);
  // Connection pools exist only with PostgreSQL.
  const there = `${await scrape()}\nwinnow_db_pool_connections winnow_db_pool_connections_max `;
  expect([...asked].filter((name) => !new RegExp(`\\b${name}[ {]`).test(there))).toEqual([]);
  for (const name of ["winnow_upstream_permits", "winnow_upstream_requests_waiting", "winnow_ledger_commands_queued"]) {
    expect(asked).toContain(name);
  }

  // Shelves with identical items are an incident of the source, and its canary runs by itself; neither series contains a caller's input.
  const seriesOf = (text: string) =>
    text.split("\n").filter((line) => /^winnow_(?!incident_open|canary_last)/.test(line)).length;
  const strange = (nth: number) => [
    fetch(`${service.address}/no/such/${nth}?x=${nth}`),
    fetch(`${service.address}/api/nothing-${nth}`, { method: nth % 2 ? "PROPFIND" : "PATCH" }),
    call("top", { "access-token": `made up ${nth}`, "user-agent": `agent ${nth}` }),
    call(`a shelf of ${nth}`, { "x-request-id": `id-${nth}` }),
  ];
  await Promise.all([0, 1].flatMap(strange));
  const before = seriesOf(await scrape());
  await Promise.all(Array.from({ length: 20 }, (_, nth) => strange(nth + 2)).flat());
  expect(seriesOf(await scrape())).toBe(before);
});

test("a collector receives the linked spans of one call under the caller's trace, and the site receives none of it", async () => {
  const answer = await call("headers", { traceparent: `00-${TRACE}-${CALLER_SPAN}-01` });
  const sent = ((await answer.json()) as Array<{ name: string }>).map(({ name }) => name);
  expect(sent).toContain("user-agent");
  expect(sent.filter((name) => /^(traceparent|tracestate|baggage|b3|x-b3)/.test(name))).toEqual([]);
  // Queued spans are sent when the service closes.
  await service.close();
  for (const { headers } of collector.posted("/v1/traces")) expect(headers["api-key"]).toBe("a b");
  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const [request] = spans.filter(({ name }) => name === `POST ${PATH}`);
  expect(request).toMatchObject({ parentSpanId: CALLER_SPAN });
  const ids = new Set(spans.map(({ spanId }) => spanId));
  for (const name of ["admission", "upstream exchange", "parse", "settlement"]) {
    const named = spans.filter((span) => span.name === name);
    expect(named.length, name).toBeGreaterThan(0);
    for (const { parentSpanId } of named) expect(ids.has(parentSpanId), name).toBe(true);
  }
  // No other call is traced: the share is 0, and their callers did not request it.
  expect(collector.spans.filter(({ traceId }) => traceId !== TRACE)).toEqual([]);
});
