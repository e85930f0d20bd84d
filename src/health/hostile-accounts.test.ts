import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requestDefaults } from "../contract/canary.ts";
import { WinnowError } from "../contract/errors.ts";
import { acceleratedClock } from "../source-testing/accelerated-clock.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../source-testing/toy-source.ts";
import { openStore, type Store } from "../store/open-store.ts";
import { createHealth, type Health } from "./health.ts";
import { readStatus } from "./status.ts";

/** The site does not respond to an odd keyword. While it is out, it responds to nobody. */
let isOut = false;
const source = toySource({
  answer: (call) =>
    isOut || call.url.searchParams.get("keyword")!.startsWith("odd") ? { status: 503, body: "" } : toyPage(call),
});
const [operation] = source.operations;
const clock = acceleratedClock(100);
let dataDir: string;
let store: Store;
let health: Health;
let bench: StandInBench;

beforeEach(async () => {
  isOut = false;
  dataDir = await mkdtemp(join(tmpdir(), "winnow-hostile-"));
  store = await openStore({ dataDir, url: "" });
  const log = { info() {}, warn() {} };
  health = createHealth({
    db: store.db,
    sources: [source],
    isStandIn: () => true,
    originOf: () => bench.origin,
    clock,
    log,
  });
  bench = await standInFor(source, { observer: health.observer, refusalOf: health.refusalOf, clock });
  await health.start(bench.engine);
});
afterEach(async () => {
  await health.close();
  await bench.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

let calls = 0;
/** `ok`, or the error code. */
async function call(caller: string, keyword: string): Promise<string> {
  const request = { ...requestDefaults(operation), count: 20, keyword: `${keyword} ${calls++}` };
  const about = { source, operation, request, requestId: `${calls}`, disconnect: new AbortController().signal };
  try {
    await Array.fromAsync(bench.engine.extract({ ...about, caller }));
    return "ok";
  } catch (error) {
    return error instanceof WinnowError ? error.code : String(error);
  }
}

async function status() {
  // A canary's findings are written asynchronously.
  for (let round = 0; round < 2; round++) await health.settled();
  const { state, sources } = await readStatus(health, clock.now());
  return { state, incidents: sources[0]!.incidents.map(({ kind }) => kind), day: sources[0]!.days.at(-1)!.state };
}
const canaryCalls = () => bench.calls.filter(({ url }) => url.searchParams.get("keyword") === "").length;

test("two accounts with inputs on which the site fails neither close it for others nor change its status", async () => {
  for (let nth = 0; nth < 12; nth++) {
    for (const hostile of ["one", "two"]) expect(await call(hostile, "odd")).toBe("not_responding");
  }
  expect(await call("customer", "lamp")).toBe("ok");
  expect(await status()).toEqual({ state: "ok", incidents: [], day: "ok" });
  expect(canaryCalls()).toBeGreaterThan(0);
});

test("one account among healthy ones does not make the source degraded: the canary runs and succeeds", async () => {
  for (let nth = 0; nth < 30; nth++) {
    expect(await call(`customer ${nth % 2}`, "lamp")).toBe("ok");
    if (nth % 2) await call("hostile", "odd");
  }
  expect(await status()).toEqual({ state: "ok", incidents: [], day: "ok" });
  expect(canaryCalls()).toBeGreaterThan(0);
});

test("failures seen by three accounts make it degraded even though the canary succeeds", async () => {
  for (let nth = 0; nth < 4; nth++) {
    for (const account of ["a", "b", "c"]) await call(account, "lamp");
    await call(["a", "b", "c"][nth % 3]!, "odd");
  }
  expect(await status()).toEqual({ state: "degraded", incidents: ["errors"], day: "degraded" });
});

test("an outage seen by the only account is confirmed by the canary and closes the source", async () => {
  isOut = true;
  for (let nth = 0; nth < 5; nth++) expect(await call("alone", "lamp")).toBe("not_responding");
  expect(await status()).toMatchObject({ state: "down", incidents: [expect.stringMatching(/^(failing|canary)$/)] });
  expect(health.refusalOf(source, operation)).toMatchObject({ code: "not_responding" });
});

test("a canary passes an open breaker, and closes it for everyone if it succeeds", async () => {
  // Held open, because otherwise the health gate would reject calls before the breaker does.
  await health.store.setOverride({ source: "toy", state: "open", note: "", by: "test", at: clock.now() });
  await health.refresh();
  isOut = true;
  for (let nth = 0; nth < 12; nth++) await call(`account ${nth}`, "lamp");
  expect(bench.engine.health()).toMatchObject([{ breakerOpen: true }]);
  isOut = false;
  expect(await health.canary(source, operation)).toMatchObject([{ ok: true }]);
  expect(bench.engine.health()).toMatchObject([{ breakerOpen: false }]);
  expect(await call("customer", "lamp")).toBe("ok");
});
