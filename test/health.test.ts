import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../src/app/config.ts";
import { type OpenedAccounts, openAccounts } from "../src/app/open-accounts.ts";
import { systemClock } from "../src/base/clock.ts";
import { listCanaries, requestDefaults } from "../src/contract/canary.ts";
import type { Operation } from "../src/contract/operation.ts";
import { pageStructure } from "../src/extraction/page-structure.ts";
import { replay } from "../src/extraction/recording/replay.ts";
import { readWarc } from "../src/extraction/recording/warc.ts";
import { createHealth, type Health } from "../src/health/health.ts";
import { readStatus } from "../src/health/status.ts";
import type { SourceStatus } from "../src/health/status-types.ts";
import { newCallState } from "../src/service/operation-call.ts";
import { createRegistry } from "../src/service/registry.ts";
import { createService } from "../src/service/service.ts";
import { vitalName } from "../src/source-testing/rename-drill.ts";
import { type StandInBench, standInFor } from "../src/source-testing/stand-in-for.ts";
import { type SavedPage, standInPages } from "../src/source-testing/stand-in-pages.ts";
import { findSources } from "../src/sources/find-sources.ts";
import { drawnThird } from "./support/drawn.ts";
import { serviceParts } from "./support/service/service-parts.ts";

const sources = await findSources();
const PROBE_MS = 5_000;
let folder: string;
let parts: OpenedAccounts;
/** Runs like the real clock, and is moved ahead where a test would have to wait. */
let ahead = 0;
const clock = { now: () => Date.now() + ahead, after: systemClock.after };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-health-"));
  parts = await openAccounts(readConfig({ DATA_DIR: folder }));
});
afterAll(async () => {
  await parts[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Real calls of an engine against its stand-in, watched by health. */
async function watched(source: (typeof sources)[number]): Promise<{ bench: StandInBench; health: Health }> {
  const log = { info() {}, warn() {} };
  const originOf = () => bench.origin;
  const health = createHealth({
    db: parts.store.db,
    sources: [source],
    isStandIn: () => true,
    originOf,
    // Its own canaries do not run: the test does that.
    clock: { now: clock.now, after: () => () => {} },
    log,
  });
  const bench: StandInBench = await standInFor(source, {
    observer: health.observer,
    refusalOf: health.refusalOf,
    clock,
  });
  await health.start(bench.engine);
  return { bench, health };
}

/** Checks that the incident describes the page's change and contains what is needed to run the reader again. */
async function mendable(health: Health, source: (typeof sources)[number]): Promise<void> {
  const {
    rows: [incident],
  } = await health.store.listIncidents({ open: true, source: source.name, cursor: null, limit: 1 });
  const { structure, likely_new_name } = incident!.details;
  // The fault appends V2 to the name.
  expect(likely_new_name).toMatch(/V2>?$/);
  expect(structure!.renamed).toContainEqual({ from: likely_new_name!.replace("V2", ""), to: likely_new_name });
  const { about, body, warc } = (await health.evidence.find(incident!.no))!;
  expect(about.request).toEqual(incident!.details.example_request);
  expect(Buffer.from(body!).toString()).toContain(likely_new_name!.replace(/^.*=|[<>]/g, ""));
  const again = await replay(await readWarc(Buffer.from(warc!)), source).catch((error: unknown) => error);
  expect(again).toMatchObject({ code: "unreadable" });
}

/** A call by an account: its outcome, and its cost in the ledger. */
async function paidCall(bench: StandInBench, source: (typeof sources)[number]) {
  const { accounts, metering } = parts;
  const log = { error() {} };
  const registry = createRegistry([source]);
  const service = createService({
    ...serviceParts(parts.store, clock),
    registry,
    accounts,
    metering,
    engine: bench.engine,
    clock,
    log,
  });
  const [entry] = registry.entries as [(typeof registry.entries)[number]];
  const { operation } = entry;
  const { id } = await accounts.createAccount({ email: `${crypto.randomUUID()}@people.example`, plan: "pro" });
  const caller = (await accounts.ownerOf((await accounts.createKey(id, { name: "test" })).secret))!;
  const before = await metering.peek(caller);
  const outcome = await service
    .run({
      entry,
      caller,
      entryPoint: "http",
      options: {},
      state: newCallState(clock.now()),
      request: { ...requestDefaults(operation), ...operation.examples[0] },
      disconnect: new AbortController().signal,
    })
    .catch((error: unknown) => error);
  return { outcome, charged: before.points - (await metering.peek(caller)).points };
}

/** The number of callers' requests until the status shows the incident. */
async function callsUntil(
  bench: StandInBench,
  health: Health,
  source: (typeof sources)[number],
  isReached: (status: SourceStatus) => boolean | Promise<boolean>,
): Promise<number> {
  const [operation] = source.operations;
  const requests = questions(source, operation);
  for (let calls = 1; calls <= 50; calls++) {
    await bench.run(operation, requests[calls % requests.length]!).catch(() => {});
    await health.settled();
    if (await isReached((await readStatus(health, clock.now())).sources[0]!)) return calls;
  }
  return Number.POSITIVE_INFINITY;
}

/** Whether an open incident contains the new name of the lost field. */
async function isNamed(health: Health, source: (typeof sources)[number]): Promise<boolean> {
  const {
    rows: [incident],
  } = await health.store.listIncidents({ open: true, source: source.name, cursor: null, limit: 1 });
  return /V2>?$/.test(incident?.details.likely_new_name ?? "");
}

/** Whether incidents can name it: some attributes carry fields (`href`), but are no part of a page's structure. */
const isNameOn = (pages: SavedPage[]) => {
  const names = pages.flatMap(({ answer }) => [...pageStructure(answer.text()).keys()]);
  const known = new Set(names.map((name) => name.replace(/^.*=|[<>]/g, "")));
  return (name: string) => known.has(name);
};

/** What the source itself says can be asked of its stand-in. */
const questions = (source: (typeof sources)[number], operation: Operation): Array<Record<string, unknown>> => [
  ...operation.examples,
  ...listCanaries(source, operation, true).flatMap(({ request, find }) => (find ? [] : [request])),
];

describe.each(drawnThird(sources.map((source) => [source.name, source] as const)))("%s", (_name, source) => {
  test("a field renamed at the site is detected by the canary immediately and by calls within 50; callers are told immediately and not charged; it recovers without intervention", async () => {
    const { bench, health } = await watched(source);
    const [operation] = source.operations;
    const canariesAreWell = async () => (await health.canary(source, operation)).map(({ ok }) => ok);
    const pages = await standInPages(source, operation);
    const rename = `rename:${vitalName(pages, isNameOn(pages))}`;
    try {
      // A good page first, for comparison with the changed one.
      expect(await canariesAreWell()).not.toContain(false);
      await bench.fault(rename);
      expect(await canariesAreWell()).toContain(false);
      const [unwell] = (await readStatus(health, clock.now())).sources;
      expect(unwell).toMatchObject({ state: "down" });
      await mendable(health, source);
      const before = bench.calls.length;
      const refused = await paidCall(bench, source);
      expect(refused).toMatchObject({
        outcome: { headers: { "retry-after": "5" }, detail: expect.stringContaining("Nothing was charged") },
        charged: 0,
      });
      expect(bench.calls).toHaveLength(before);

      await bench.fault(null);
      expect(await canariesAreWell()).not.toContain(false);
      expect((await readStatus(health, clock.now())).sources).toMatchObject([{ state: "ok", fields: [] }]);
      expect((await bench.run(operation, operation.examples[0])).length).toBeGreaterThan(0);

      await bench.fault(rename);
      const isReported = async ({ state }: SourceStatus) => state !== "ok" && (await isNamed(health, source));
      expect(await callsUntil(bench, health, source, isReported)).toBeLessThanOrEqual(50);

      await bench.fault(null);
      // A rejected caller is told when to retry: that call is the probe.
      const next = await paidCall(bench, source);
      if (next.charged === 0) {
        expect(next.outcome).toMatchObject({ headers: { "retry-after": "5" } });
        ahead += PROBE_MS;
        expect((await paidCall(bench, source)).charged).toBeGreaterThan(0);
      }
      expect(await callsUntil(bench, health, source, ({ state }) => state === "ok")).toBeLessThanOrEqual(50);
    } finally {
      await health.close();
      await bench.close();
    }
  });
});
