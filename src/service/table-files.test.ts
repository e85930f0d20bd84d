import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import type { Table } from "../files/make-table.ts";
import { limits } from "../limits/limits.ts";
import type { Store } from "../store/open-store.ts";
import { createMadeFiles } from "./made-files.ts";
import type { StoredRows } from "./stored-rows.ts";
import { createTableFiles, type TableFiles } from "./table-files.ts";

const DAY = 86_400_000;
const clock = new SimulatedClock();

/** Stored records of an account; nothing is read of them but what `table` gives. */
const records = (accountId: string, name: string, count = 5): StoredRows => ({
  origin: { accountId, name, expiresAt: clock.now() + DAY },
  lines: Uint32Array.of(0),
  counts: Uint32Array.of(count),
  rows: () => {
    throw new Error("not read");
  },
});
const page = (count = 5) => ({ line: 0, at: 0, count });

describeOnBothStores("files of stored records", (fresh) => {
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

  /** Wants one file more than an account may, while another is being made: those that wait, once one was refused. */
  async function fill(account: string): Promise<{ all: Promise<unknown> }> {
    const names = Array.from({ length: limits.filesInTheMaking.max + 1 }, (_, nth) => `${account} ${nth}`);
    const opened = names.map((name) => open(account, name));
    await expect(Promise.race(opened)).rejects.toMatchObject({ status: 429, headers: { "retry-after": "5" } });
    return { all: Promise.allSettled(opened) };
  }

  test("are made once, however many want one at once and later, also in another process", async () => {
    const opened = await Promise.all(Array.from({ length: 16 }, () => open("ada", "one")));
    const [first, ...others] = await Promise.all(opened.map((pieces) => buffer(pieces())));
    expect(first!.subarray(0, 4).toString()).toBe("PAR1");
    for (const other of others) expect(other.equals(first!)).toBe(true);
    files = createTableFiles(store.db, clock);
    expect((await buffer((await open("ada", "one"))())).equals(first!)).toBe(true);
    expect(made).toEqual(["one"]);
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

  test("an account waits for one file of another that wants many", async () => {
    let end = () => {};
    const until = new Promise<void>((resolve) => (end = resolve));
    const many = ["h1", "h2", "h3"].map((name) => open("hostile", name, until));
    await expect.poll(() => made).toHaveLength(1);
    const wanted = await fill("victim");
    clock.advance(1_000);
    end();
    await Promise.all([...many, wanted.all]);
    expect(made.map(([account]) => account).join("")).toBe("hvvvvvvvvhh");
  });

  test("a file of few rows does not wait for one of many", async () => {
    let end = () => {};
    const until = new Promise<void>((resolve) => (end = resolve));
    const large = files.open(records("hostile", "large", 40_000), page(40_000), table("large", until));
    await expect.poll(() => made).toEqual(["large"]);
    await open("victim", "small");
    end();
    await large;
    expect(made).toEqual(["large", "small"]);
  });

  test("limits.filesInTheMaking: beyond it 429, for this account only; limits.tableRows: 400 with advice", async () => {
    let end = () => {};
    const until = new Promise<void>((resolve) => (end = resolve));
    const first = open("bob", "his", until);
    await expect.poll(() => made).toHaveLength(1);
    const wanted = await fill("ada");
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
    await kept.keep(facts("of bob", "bob"), bytes.subarray(0, 10));
    const opened = [];
    for (let nth = 0; nth < 5; nth++) {
      clock.advance(1);
      opened.push(await kept.keep(facts(`${nth}`), bytes));
    }
    const found = await Promise.all([0, 1, 2, 3, 4].map(async (nth) => (await kept.find(facts(`${nth}`))) !== null));
    expect(found).toEqual([false, false, true, true, true]);
    expect(await kept.find(facts("of bob", "bob"))).not.toBeNull();
    await expect(buffer(opened[0]!())).rejects.toThrow("ended early");
    expect((await buffer(opened[4]!())).length).toBe(bytes.length);
    const large = new Uint8Array((limits.filePartsKept.max + 1) * 64 * 1024);
    const pieces = await kept.keep(facts("large"), large);
    expect([await kept.find(facts("large")), (await buffer(pieces())).length]).toEqual([null, large.length]);
  });
});
