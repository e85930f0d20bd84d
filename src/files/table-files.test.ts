import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import { slices } from "../metering/result-store.ts";
import type { Store } from "../store/open-store.ts";
import type { Table } from "./make-table.ts";
import type { StoredRows } from "./stored-rows.ts";
import { createMadeFiles, createTableFiles, type TableFiles } from "./table-files.ts";

const DAY = 86_400_000;
const clock = new SimulatedClock();

/** Stored records of an account; nothing is read of them but what `table` gives. */
const records = (accountId: string, name: string, count = 5): StoredRows => ({
  origin: { accountId, name, expiresAt: clock.now() + DAY },
  recalled: [],
  lines: Uint32Array.of(0),
  counts: Uint32Array.of(count),
  rows: () => {
    throw new Error("not read");
  },
});
const page = (count = 5) => ({ line: 0, at: 0, count });

describeOnDrawnStores("files of stored records", (fresh) => {
  let store: Store;
  let files: TableFiles;
  let made: string[];
  beforeAll(async () => {
    store = await fresh.open();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await store.db.deleteFrom("made_files").execute();
    files = createTableFiles(store.db, clock);
    made = [];
  });

  const table = (name: string, until: Promise<void> = Promise.resolve()): Table => ({
    format: "parquet",
    columns: [{ name: "id", kind: "text" }],
    async *lines() {
      made.push(name);
      await until;
      yield `{"id":"${name}"}\n`;
    },
  });
  const open = (account: string, name: string, until?: Promise<void>) =>
    files.open(records(account, name), page(), table(name, until));

  /** Wants one file more than an account may, none of which is ready before `until`: those that wait, once one was refused. */
  async function fill(account: string, until: Promise<void>): Promise<{ all: Promise<unknown> }> {
    const names = Array.from({ length: limits.filesInTheMaking.max + 1 }, (_, nth) => `${account} ${nth}`);
    const opened = names.map((name) => open(account, name, until));
    await expect(Promise.race(opened)).rejects.toMatchObject({ status: 429, headers: { "retry-after": "5" } });
    return { all: Promise.allSettled(opened) };
  }

  test("files of stored records are made once, however many want one at once and later, also in another process", async () => {
    const opened = await Promise.all(Array.from({ length: 16 }, () => open("ada", "one")));
    const [first, ...others] = await Promise.all(opened.map((file) => buffer(file.read())));
    expect(first!.subarray(0, 4).toString()).toBe("PAR1");
    for (const other of others) expect(other.equals(first!)).toBe(true);
    files = createTableFiles(store.db, clock);
    expect((await buffer((await open("ada", "one")).read())).equals(first!)).toBe(true);
    expect(made).toEqual(["one"]);
  });

  test("files of stored records are read in parts, across and within those that are stored, also in another process", async () => {
    const kept = createMadeFiles(store.db, clock);
    const bytes = randomBytes(3 * 64 * 1024 + 17);
    const facts = { content: "parts", accountId: "ada", expiresAt: clock.now() + DAY };
    const made = await kept.keep(facts, slices(bytes, 100_000));
    const found = (await createMadeFiles(store.db, clock).find(facts))!;
    expect([found.id, found.size, made.size]).toEqual([made.id, bytes.length, bytes.length]);
    const PART = 64 * 1024;
    const ranges = [
      [0, 1],
      [PART - 1, PART + 1],
      [PART, 2 * PART],
      [5, 3 * PART + 2],
      [3 * PART, bytes.length],
    ] as const;
    for (const [start, end] of ranges) {
      expect((await buffer(found.read(start, end))).equals(bytes.subarray(start, end))).toBe(true);
    }
    expect((await buffer(found.read())).equals(bytes)).toBe(true);
  });

  test("files of stored records of a size that fills the stored parts exactly have that size", async () => {
    const kept = createMadeFiles(store.db, clock);
    for (const size of [1, 64 * 1024, 2 * 64 * 1024]) {
      const facts = { content: `${size}`, accountId: "ada", expiresAt: clock.now() + DAY };
      await kept.keep(facts, slices(randomBytes(size), 100_000));
      expect((await kept.find(facts))!.size).toBe(size);
    }
  });

  test("differ by account, records, page, columns and format", async () => {
    const { format, columns, lines } = table("x");
    const variants: Array<Parameters<TableFiles["open"]>> = [
      [records("ada", "one"), page(), { format, columns, lines }],
      [records("bob", "one"), page(), { format, columns, lines }],
      [records("ada", "two"), page(), { format, columns, lines }],
      [records("ada", "one", 6), page(), { format, columns, lines }],
      [records("ada", "one"), page(4), { format, columns, lines }],
      [records("ada", "one"), page(), { format, columns: [{ name: "id", kind: "number" }], lines }],
      [records("ada", "one"), page(), { format: "xlsx", columns, lines }],
    ];
    for (const variant of variants) await files.open(...variant);
    for (const variant of variants) await files.open(...variant);
    expect(made).toHaveLength(variants.length);
  });

  test("end with their records", async () => {
    await open("ada", "old");
    clock.advance(DAY);
    await open("ada", "old");
    expect(made).toEqual(["old", "old"]);
  });

  test("files of stored records of accounts that want many at once are made in turn", async () => {
    let end = () => {};
    const until = new Promise<void>((resolve) => (end = resolve));
    const line = `${JSON.stringify({ id: "a".repeat(256 * 1024) })}\n`;
    const sliced = (name: string): Table => ({
      ...table(name),
      async *lines() {
        made.push(name);
        await until;
        for (let nth = 0; nth < 4; nth++) yield line;
      },
    });
    const of = (account: string, name: string) => files.open(records(account, name), page(), sliced(name));
    const hostile = Array.from({ length: 6 }, (_, nth) => of("hostile", `h${nth}`));
    const victim = Array.from({ length: 3 }, (_, nth) => of("victim", `v${nth}`));
    await expect.poll(() => made).toHaveLength(9);
    const done: string[] = [];
    const note = (name: string) => () => void done.push(name);
    const all = Promise.all([
      ...hostile.map((one) => one.then(note("h"))),
      ...victim.map((one) => one.then(note("v"))),
    ]);
    end();
    await all;
    // In turn, the three are done when the six are half done; one after the other, they would come last. What a store does in
    // between moves some places, so they are summed up.
    const places = done.flatMap((name, place) => (name === "v" ? place : []));
    expect(places.reduce((sum, place) => sum + place)).toBeLessThan((0 + 1 + 2 + 6 + 7 + 8) / 2);
  });

  test("files of stored records of few records do not wait for those of many, however many of those are being made", async () => {
    let rows = 0;
    let isSmallMade = false;
    const line = `${JSON.stringify({ id: "a".repeat(10_000) })}\n`;
    const large = (name: string): Table => ({
      ...table(name),
      async *lines() {
        // Ends only after the small file is made.
        for (; !isSmallMade; rows += 1) yield line;
      },
    });
    const many = ["h1", "h2", "h3"].map((name) => files.open(records("hostile", name), page(), large(name)));
    await expect.poll(() => rows).toBeGreaterThan(100);
    await open("victim", "small");
    isSmallMade = true;
    await Promise.all(many);
    expect(rows).toBeGreaterThan(100);
  });

  test("leave nothing behind if their records end early", async () => {
    const broken: Table = {
      ...table("broken"),
      async *lines() {
        for (let row = 0; row < 5_000; row += 1) yield `${JSON.stringify({ id: randomBytes(100).toString("hex") })}\n`;
        throw new Error("gone");
      },
    };
    await expect(files.open(records("ada", "broken"), page(), broken)).rejects.toThrow("gone");
    expect(await store.db.selectFrom("made_files").select("part").execute()).toEqual([]);
    await open("ada", "broken");
  });

  test("limits.filesInTheMaking: beyond it 429, for this account only; limits.tableRows: 400 with advice", async () => {
    let end = () => {};
    const until = new Promise<void>((resolve) => (end = resolve));
    const first = open("bob", "his", until);
    await expect.poll(() => made).toHaveLength(1);
    const wanted = await fill("ada", until);
    const other = open("bob", "another");
    end();
    await Promise.all([first, wanted.all, other]);
    expect(made).toHaveLength(limits.filesInTheMaking.max + 2);
    const rows = limits.tableRows.max + 1;
    await expect(files.open(records("ada", "rows", rows), page(rows), table("rows"))).rejects.toThrow(
      /Use csv or ndjson/,
    );
  });

  test("limits.filePartsKept: an account's oldest files are deleted, and a file that is deleted while it is read is not taken for whole", async () => {
    const kept = createMadeFiles(store.db, clock);
    const bytes = new Uint8Array((limits.filePartsKept.max / 4) * 64 * 1024 + 1);
    const facts = (content: string, accountId = "ada") => ({ content, accountId, expiresAt: clock.now() + DAY });
    await kept.keep(facts("of bob", "bob"), slices(bytes.subarray(0, 10), 10));
    const opened = [];
    for (let nth = 0; nth < 5; nth++) {
      clock.advance(1);
      opened.push(await kept.keep(facts(`${nth}`), slices(bytes, 100_000)));
    }
    const found = await Promise.all([0, 1, 2, 3, 4].map(async (nth) => (await kept.find(facts(`${nth}`))) !== null));
    expect(found).toEqual([false, false, true, true, true]);
    expect(await kept.find(facts("of bob", "bob"))).not.toBeNull();
    await expect(buffer(opened[0]!.read())).rejects.toThrow("ended early");
    expect((await buffer(opened[4]!.read())).length).toBe(bytes.length);
    clock.advance(1);
    const large = new Uint8Array((limits.filePartsKept.max + 1) * 64 * 1024);
    const all = await kept.keep(facts("large"), slices(large, 100_000));
    expect((await buffer(all.read())).length).toBe(large.length);
    const left = await store.db.selectFrom("made_files").where("account_id", "=", "ada").select("content").execute();
    expect(new Set(left.map(({ content }) => content))).toEqual(new Set(["large"]));
  });
});
