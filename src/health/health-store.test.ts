import { beforeAll, beforeEach, expect, test } from "vitest";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Store } from "../store/open-store.ts";
import { noCounts } from "./day-counters.ts";
import { holdSource, noteOnIncident } from "./decide.ts";
import { createHealthStore } from "./health-store.ts";
import type { NewIncident } from "./types.ts";

const incident = (over: Partial<NewIncident> = {}): NewIncident => ({
  source: "shop",
  operation: "/api/shop/search",
  kind: "failing",
  field: null,
  blocking: true,
  reason: "words",
  details: { code: "blocked" },
  ...over,
});

describeOnBothStores("the health store", (fresh) => {
  let db: Store["db"];
  let store: ReturnType<typeof createHealthStore>;
  beforeAll(async () => {
    ({ db } = await fresh.open());
    store = createHealthStore(db);
  });
  beforeEach(async () => {
    for (const table of ["incidents", "health_days", "audit_log"] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  test("counts of one day add up, and other days and operations are separate", async () => {
    const row = (day: string, operation: string, calls: number) => ({
      day,
      operation,
      counts: { ...noCounts(), calls, ms: 5 },
    });
    await store.addDays([row("2026-01-02", "a", 1), row("2026-01-02", "b", 1)]);
    await store.addDays([row("2026-01-02", "a", 4), row("2026-01-01", "a", 9)]);
    const days = (await store.days("2026-01-02")).map(({ operation, calls, ms }) => [
      operation,
      Number(calls),
      Number(ms),
    ]);
    expect(days.sort()).toEqual([
      ["a", 5, 10],
      ["b", 1, 5],
    ]);
  });

  test("an incident opens once until it is closed, independently of others", async () => {
    const first = (await store.openIncident(incident(), 10))!;
    expect(await store.openIncident(incident(), 11)).toBeNull();
    const field = (await store.openIncident(incident({ kind: "drift", field: "price", blocking: false }), 12))!;
    expect((await store.openIncidents()).map(({ no }) => no).sort((a, b) => a - b)).toEqual([first, field]);
    expect(await store.findIncident(first)).toEqual({
      ...incident(),
      no: first,
      opened_at: 10,
      closed_at: null,
      note: null,
    });
    expect(await store.findIncident(field)).toMatchObject({ blocking: false, field: "price" });
    expect(await store.findIncident(9_999)).toBeNull();
    expect(await store.closeIncidents("/api/other", ["failing"], 20)).toEqual([]);
    expect(
      (await store.closeIncidents("/api/shop/search", ["failing", "errors"], 20)).map(({ no, closed_at }) => [
        no,
        closed_at,
      ]),
    ).toEqual([[first, 20]]);
    expect(await store.closeIncidents("/api/shop/search", ["failing"], 21)).toEqual([]);
    const again = (await store.openIncident(incident(), 30))!;
    const list = async (over: object) =>
      (await store.listIncidents({ open: false, source: null, cursor: null, limit: 9, ...over })).rows.map(
        ({ no }) => no,
      );
    expect(await list({})).toEqual([again, field, first]);
    const two = await store.listIncidents({ open: false, source: null, cursor: null, limit: 2 });
    expect([
      await list({ open: true }),
      await list({ source: "inn" }),
      await list({ cursor: two.next_cursor }),
      await list({ limit: 1 }),
    ]).toEqual([[again, field], [], [first], [again]]);
    const since = async (from: number, limit?: number) => (await store.incidents(from, limit)).map(({ no }) => no);
    expect([await since(0), await since(30), await since(31), await since(0, 1)]).toEqual([
      [again, field, first],
      [again, field],
      [again, field],
      [again],
    ]);
  });

  test("notes and holds are audited with author, before and after", async () => {
    const no = (await store.openIncident(incident(), 10))!;
    const note = (words: string, which = no) =>
      noteOnIncident(db, { store }, { no: which, note: words, by: "ada", at: 5 });
    expect([await note(" Soon. "), await note("", 9_999)]).toEqual([true, false]);
    expect((await store.findIncident(no))!.note).toBe("Soon.");
    await note("  ");
    expect((await store.findIncident(no))!.note).toBeNull();
    const hold = (state: "open" | "closed" | "auto") =>
      holdSource(db, { store }, { source: "shop", state, note: "n", by: "ada", at: 7 });
    await hold("closed");
    expect(await store.overrides()).toEqual([{ source: "shop", state: "closed", note: "n", by: "ada", at: 7 }]);
    await hold("open");
    expect((await store.overrides()).map(({ state }) => state)).toEqual(["open"]);
    await hold("auto");
    expect(await store.overrides()).toEqual([]);
    const audited = await db.selectFrom("audit_log").orderBy("no").selectAll().execute();
    expect(
      audited.map(({ who, what, subject, before, after }) => [
        who,
        what,
        subject,
        JSON.parse(before!),
        JSON.parse(after!),
      ]),
    ).toEqual([
      ["ada", "incident note", `incident ${no}`, { note: null }, { note: "Soon." }],
      ["ada", "incident note", `incident ${no}`, { note: "Soon." }, { note: null }],
      ["ada", "hold source", "shop", null, { state: "closed", note: "n" }],
      ["ada", "hold source", "shop", expect.objectContaining({ state: "closed" }), { state: "open", note: "n" }],
      ["ada", "hold source", "shop", expect.objectContaining({ state: "open" }), { state: "auto", note: "n" }],
    ]);
  });

  test("a due canary is claimed by one process; page structures are kept", async () => {
    expect([
      await store.claimCanary("c", 0, 10),
      await store.claimCanary("c", 9, 30),
      await store.claimCanary("d", 0, 10),
    ]).toEqual([true, false, true]);
    expect([await store.claimCanary("c", 10, 30), await store.claimCanary("c", 10, 30)]).toEqual([true, false]);
    await store.saveStructures("c", 1, "one");
    await store.saveStructures("c", 2, "two");
    expect((await store.structures()).map(({ operation, at, names }) => [operation, Number(at), names])).toEqual([
      ["c", 2, "two"],
    ]);
  });

  test("a baseline written by another process in the meantime is not overwritten", async () => {
    expect(await store.saveBaseline("b", 0, "one")).toBe(true);
    expect(await store.saveBaseline("b", 0, "two")).toBe(false);
    expect(await store.saveBaseline("b", 1, "three")).toBe(true);
    expect(await store.baselineOf("b")).toMatchObject({ version: 2, state: "three" });
  });

  test("old days and long-closed incidents are deleted", async () => {
    const counts = { ...noCounts(), calls: 1 };
    await store.addDays([
      { day: "2026-01-01", operation: "a", counts },
      { day: "2026-01-02", operation: "a", counts },
    ]);
    await store.openIncident(incident(), 1);
    await store.closeIncidents("/api/shop/search", ["failing"], 9);
    const kept = (await store.openIncident(incident(), 1))!;
    await store.closeIncidents("/api/shop/search", ["failing"], 10);
    const open = (await store.openIncident(incident(), 1))!;
    await store.prune("2026-01-02", 10);
    expect((await store.days("2026-01-01")).map(({ day }) => day)).toEqual(["2026-01-02"]);
    expect((await store.incidents(0)).map(({ no }) => no).sort((a, b) => a - b)).toEqual([kept, open]);
  });
});
