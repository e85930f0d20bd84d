import { describe, expect, test } from "vitest";
import { AskAgain, Unreadable } from "../contract/errors.ts";
import { Page, type PageFacts } from "../contract/page.ts";
import { checkRows, pageIn, RunAccount } from "./row-accounting.ts";

const rowsFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ id: from + at }));
const page = (rows: Array<{ id: unknown }>, facts: PageFacts = {}) => Page.of(rows, (row) => row, facts);
const account = (terms = {}) => new RunAccount({ path: "/api/toy/rows", echo: {}, accounting: terms });

describe("a page", () => {
  test("with an unreadable row is rejected and names the row and the reason; the caller gets the number", () => {
    const rows = Array.from({ length: 48 }, (_, at) => ({ id: at, name: `thing ${at}`, price: null }));
    const refusal = (changed: unknown[]) => {
      const read = (row: unknown) => (Number.isInteger(Reflect.get(Object(row), "id")) ? { row } : "unreadable");
      try {
        checkRows(Page.of(changed, read));
        return null;
      } catch (error) {
        return error as Unreadable;
      }
    };
    expect(refusal(rows)).toBeNull();
    const renamed = refusal(rows.with(13, { ident: 13, name: "thing", price: 5 } as never));
    expect(renamed!.message).toBe(
      'unreadable response: 1 of 48 rows could not be read: row 14 lacks "id", has "ident"',
    );
    expect(renamed!.detail).toBe("Winnow could not parse the source's response: 1 of 48 rows could not be read.");
    expect(refusal(rows.with(1, "odd" as never))!.message).toContain(
      "rows could not be read: row 2 is text where an object was expected",
    );
    expect(refusal([{}, {}])!.message).toContain("2 of 2 rows could not be read (row 1)");
    expect(refusal([null, ...rows])!.message).toContain(
      "1 of 49 rows could not be read: row 1 is null where an object was expected",
    );
    checkRows(Page.of(rows, ({ id }) => (id < 4 ? { id } : "advert")));
  });

  test("without rows is rejected if it is the first of a list that has some", () => {
    expect(() => checkRows(page([], { total: 760 }))).toThrow(AskAgain);
    expect(() => checkRows(page([], { total: 760, number: 1 }))).toThrow("760 results, but no row on the first page");
    checkRows(page([], { total: 760, number: 17 }));
    checkRows(page([], { total: 0 }));
    checkRows(page([]));
  });

  test("a page is found as the result of a reader, or as its `page`", () => {
    const one = page([]);
    expect([one, { page: one }, { page: 1 }, [], null, undefined, "x"].map(pageIn)).toEqual([
      one,
      one,
      ...Array.from({ length: 5 }, () => null),
    ]);
  });
});

describe("a run", () => {
  test("yields each record once, in order of arrival", () => {
    const run = account();
    expect(run.enter(page(rowsFrom(0, 10)))).toEqual(rowsFrom(0, 10));
    expect(run.newIn(page(rowsFrom(9, 19)))).toBe(9);
    expect(run.enter(page(rowsFrom(9, 19)))).toEqual(rowsFrom(10, 19));
  });

  test("treats records without an id as distinct", () => {
    const run = account();
    const nameless = [{ id: null }, { id: undefined }, { id: "" }, { id: "" }];
    expect(run.enter(page(nameless))).toHaveLength(4);
  });

  test("distinguishes records by the operation's identity", () => {
    const run = new RunAccount({
      path: "/x",
      echo: {},
      identity: ["kind", "id"],
    } as never);
    const rows = [
      { kind: "city", id: 1 },
      { kind: "region", id: 1 },
    ];
    expect(run.enter(page(rows))).toHaveLength(2);
  });

  test.each<[string, number, number, boolean]>([
    ["all of the total", 760, 760, true],
    ["one less", 760, 759, false],
    ["one less of a short list", 7, 6, false],
    ["more than the total, which counts something else", 5, 75, true],
    ["nothing of nothing", 0, 0, true],
  ])("a run that ends with %s", (_, total, rows, isSound) => {
    const run = account();
    run.enter(page(rowsFrom(0, rows), { total }));
    if (isSound) expect(run.end(false)).toBe("exhausted");
    else expect(() => run.end(false)).toThrow(Unreadable);
    expect(run.end(true)).toBe("source-limit");
  });

  test.each<[PageFacts, isSound: boolean]>([
    [{ next: "b" }, false],
    [{ number: 1, lastPage: 2 }, false],
    [{ next: null }, true],
    [{ number: 2, lastPage: 2 }, true],
    [{ number: 3, lastPage: 2 }, true],
    [{ lastPage: 2 }, true],
  ])("a run that ends at a page with %j", (facts, isSound) => {
    const run = account();
    run.enter(page(rowsFrom(0, 20), facts));
    if (isSound) expect(run.end(false)).toBe("exhausted");
    else expect(() => run.end(false)).toThrow("ended after 20 rows, at a page that leads to another");
    expect(run.end(true)).toBe("source-limit");
  });

  test("allows the rounding that the operation declares", () => {
    const run = account({ missing: 0.1 });
    run.enter(page(rowsFrom(0, 900), { total: 1_000 }));
    expect(run.end(false)).toBe("exhausted");
  });

  test("counts explained rows, and uses the lowest total", () => {
    const run = account();
    run.enter(page(rowsFrom(0, 10), { total: 25 }).keeping(({ id }) => id === 3));
    run.enter(page(rowsFrom(10, 20), { total: 20 }));
    expect(run.end(false)).toBe("exhausted");
  });

  test("does not count adverts, nor rows of another kind", () => {
    const run = account();
    const rows = [...rowsFrom(0, 4), ...rowsFrom(0, 2)];
    const adverts = new Set(rows.slice(4));
    run.enter(Page.of(rows, (row) => row, { total: 6 }).notCounting((row) => adverts.has(row)));
    run.enter(Page.of(["banner", "banner"], (): { id: number } | "other-kind" => "other-kind"));
    expect(() => run.end(false)).toThrow("ended after 4 rows, with 6 results");
  });

  test.each([
    ["a few rows repeated", 10, 1, true],
    ["one row repeated on every page", 1, 14, false],
    ["the same page again", 0, 15, false],
  ])("with %s", (_, fresh, repeated, isSound) => {
    const run = account();
    run.enter(page(rowsFrom(0, 15)));
    const next = page([...rowsFrom(15, 15 + fresh), ...rowsFrom(0, repeated)]);
    if (isSound) expect(run.enter(next)).toHaveLength(fresh);
    else expect(() => run.enter(next)).toThrow(/rows repeat earlier ones/);
  });

  test("rejects a page that repeats one row many times", () => {
    const row = { id: 1 };
    expect(() => account().enter(page(Array.from({ length: 15 }, () => ({ ...row }))))).toThrow(/14 of 15 rows repeat/);
    expect(() => account().enter(Page.of([1, 2, 3, 4], (): { id: number } | "repeated" => "repeated"))).toThrow(
      /4 of 4/,
    );
  });

  test("takes only pages that the engine has compared with the request, unless they say nothing", () => {
    const echo = { keyword: { says: "search text" } };
    const asked = (of: object) => ({ question: { echo: of as never, parts: {} }, page: 1, isShort: false });
    const run = () => new RunAccount({ path: "/api/toy/rows", echo });
    const proved = page(rowsFrom(0, 3));
    expect(() => run().enter(proved)).toThrow("/api/toy/rows yields a page that answers no question");
    proved.prove(asked({ ...echo }), null);
    expect(() => run().enter(proved)).toThrow("answers no question");
    proved.prove(asked(echo), null);
    expect(run().enter(proved)).toHaveLength(3);
    expect(run().enter(proved.keeping(() => true).map((row) => ({ ...row })))).toHaveLength(3);
    expect(run().enter(page(rowsFrom(0, 1)).madeFrom(proved))).toHaveLength(1);
  });

  test("rejects what follows a page that could only be the last", () => {
    const run = account();
    const short = page(rowsFrom(0, 7));
    short.prove({ question: null, page: 1, isShort: true }, 10);
    expect(run.enter(short)).toHaveLength(7);
    expect(run.enter(page(rowsFrom(0, 2)))).toEqual([]);
    expect(() => run.enter(page(rowsFrom(10, 20)))).toThrow("a page of 7 rows is not the last");
  });

  test("accepts adverts that repeat results", () => {
    const run = account();
    for (let nth = 0; nth < 5; nth++) {
      const adverts = rowsFrom(0, 6);
      const shown = new Set(adverts);
      run.enter(page([...adverts, ...rowsFrom(nth * 24, nth * 24 + 24)]).notCounting((row) => shown.has(row as never)));
    }
    expect(run.end(false)).toBe("exhausted");
  });
});
