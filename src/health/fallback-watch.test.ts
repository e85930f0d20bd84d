import { beforeAll, expect, test } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import { noFindings } from "../contract/findings.ts";
import type { RunReport } from "../extraction/types.ts";
import { toySource } from "../source-testing/toy-source.ts";
import type { Store } from "../store/open-store.ts";
import { createHealth } from "./health.ts";

const source = toySource();

describeOnDrawnStores("a source that reads another form than the usual one", (place) => {
  let store: Store;
  const told: string[] = [];
  beforeAll(async () => {
    store = await place.open();
  });
  const open = () =>
    createHealth({
      db: store.db,
      sources: [source],
      isStandIn: () => true,
      originOf: () => "http://site.example",
      clock: new SimulatedClock(),
      log: { info() {}, warn() {} },
      onIncident: ({ kind, blocking }, what) => void told.push(`${kind} ${what}${blocking ? ", blocking" : ""}`),
    });
  const run = (form: string | null, error: WinnowError | null = null) =>
    ({
      source,
      operation: source.operations[0],
      request: { keyword: "lamp", count: 20, timeout: 60 },
      requestId: "1",
      caller: "somebody",
      ms: 100,
      stats: { pages: 1, records: 20, retries: 0, bytes: 100 },
      findings: { ...noFindings(), warnings: form === null ? [] : [`fallback:${form}`] },
      sample: null,
      recorder: null,
      error,
    }) satisfies RunReport;

  test("three calls in a row that read another form open an incident, which blocks nothing and ends after three calls that read the usual one", async () => {
    const health = open();
    const see = async (...reports: RunReport[]) => {
      for (const report of reports) health.observer.run!(report);
      await health.settled();
      return told.splice(0);
    };
    expect(await see(run("data"), run("data"), run(null), run("data"), run("data"))).toEqual([]);
    expect(await see(run("data"))).toEqual(["fallback opened"]);
    expect((await health.store.openIncidents())[0]!.reason).toContain("(data) could not be read in the last 3 calls");
    expect(await see(run("data"), run(null), run(null))).toEqual([]);
    // A failed call says nothing about the form.
    expect(await see(run(null, new WinnowError("blocked")))).toEqual([]);
    expect(await see(run(null))).toEqual(["fallback closed"]);
    await health.close();
  });

  test("ends in a process that did not open it", async () => {
    const [one, other] = [open(), open()];
    for (let nth = 0; nth < 3; nth++) one.observer.run!(run("data"));
    await one.settled();
    await other.refresh();
    for (let nth = 0; nth < 3; nth++) other.observer.run!(run(null));
    await other.settled();
    expect(told.splice(0)).toEqual(["fallback opened", "fallback closed"]);
    await Promise.all([one.close(), other.close()]);
  });
});
