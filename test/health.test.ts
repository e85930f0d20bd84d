import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../src/clock.ts";
import { replay } from "../src/extraction/recording/replay.ts";
import { readWarc } from "../src/extraction/recording/warc.ts";
import { type StandInBench, standInFor } from "../src/extraction/testing/stand-in-for.ts";
import { findSources } from "../src/find-sources.ts";
import { createHealth, type Health } from "../src/health/health.ts";
import { readStatus } from "../src/health/status.ts";
import { openStore, type Store } from "../src/store/open-store.ts";

const sources = await findSources();
let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-health-"));
  store = await openStore({ dataDir: folder, databaseUrl: "" });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Real calls of an engine against its stand-in, watched. */
async function watched(source: (typeof sources)[number]): Promise<{ bench: StandInBench; health: Health }> {
  const log = { info() {}, warn() {} };
  const originOf = () => bench.origin;
  const health = createHealth({
    db: store.db,
    sources: [source],
    isStandIn: () => true,
    originOf,
    clock: systemClock,
    log,
  });
  const bench: StandInBench = await standInFor(source, { observer: health.observer, refusalOf: health.refusalOf });
  await health.start(bench.engine);
  return { bench, health };
}

/** The incident says how the page changed, and has what the reader can be run on again. */
async function mendable(health: Health, source: (typeof sources)[number]): Promise<void> {
  const [incident] = await health.store.listIncidents({ open: true, source: source.name, before: null, limit: 1 });
  const { structure, likely_new_name } = incident!.details;
  // The fault writes V2 behind the name.
  expect(likely_new_name).toMatch(/V2>?$/);
  expect(structure!.renamed).toContainEqual({ from: likely_new_name!.replace("V2", ""), to: likely_new_name });
  const { about, body, warc } = (await health.evidence.find(incident!.no))!;
  expect(about.request).toEqual(incident!.details.example_request);
  expect(Buffer.from(body!).toString()).toContain(likely_new_name!.replace(/^.*=|[<>]/g, ""));
  const again = await replay(await readWarc(Buffer.from(warc!)), source).catch((error: unknown) => error);
  expect(again).toMatchObject({ code: "unreadable" });
}

/** Callers' own requests, until an incident says what the page calls the lost field now. */
async function callsUntilNamed(bench: StandInBench, health: Health, source: (typeof sources)[number]): Promise<number> {
  const [operation] = source.operations;
  const requests = variants(operation.examples);
  for (let calls = 1; calls <= 50; calls++) {
    await bench.run(operation, requests[calls % requests.length]!).catch(() => {});
    await health.settled();
    const [incident] = await health.store.listIncidents({ open: true, source: source.name, before: null, limit: 1 });
    if (incident?.details.likely_new_name?.match(/V2>?$/)) return calls;
  }
  return Number.POSITIVE_INFINITY;
}

/** A few different requests: the examples, the first with the other fields of the next, and with words of it. */
function variants(examples: ReadonlyArray<Record<string, unknown>>): Array<Record<string, unknown>> {
  const [first, second] = examples as [Record<string, unknown>, Record<string, unknown>];
  const key = Object.keys(first)[0]!;
  return [...examples, { ...second, [key]: first[key] }, { ...first, [key]: String(second[key]).split(/[ /]/).at(-1) }];
}

describe.each(sources.map((source) => [source.name, source] as const))("%s", (_name, source) => {
  test("a field renamed at the site: named by the canary at once and by calls within 50, callers told at once, well again by itself", async () => {
    const { bench, health } = await watched(source);
    const [operation] = source.operations;
    try {
      // A good page first: what it is built of is what the changed one is compared with.
      expect(await health.canary(source, operation)).toMatchObject([{ ok: true, problem: null }]);
      await bench.fault("rename");
      const [failed] = await health.canary(source, operation);
      expect(failed).toMatchObject({ ok: false });
      const [unwell] = (await readStatus(health, Date.now())).sources;
      expect(unwell).toMatchObject({ state: "down" });
      await mendable(health, source);
      const before = bench.calls.length;
      const refused = await bench.run(operation, operation.examples[0]).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        headers: { "retry-after": "5" },
        detail: expect.stringContaining("Nothing was charged"),
      });
      expect(bench.calls).toHaveLength(before);

      await bench.fault(null);
      expect(await health.canary(source, operation)).toMatchObject([{ ok: true }]);
      expect((await readStatus(health, Date.now())).sources).toMatchObject([{ state: "ok", fields: [] }]);
      expect((await bench.run(operation, operation.examples[0])).length).toBeGreaterThan(0);

      await bench.fault("rename");
      expect(await callsUntilNamed(bench, health, source)).toBeLessThanOrEqual(50);
    } finally {
      await health.close();
      await bench.close();
    }
  });
});
