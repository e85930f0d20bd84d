import { describe, expect, test } from "vitest";
import { asking, defineEcho, type Question } from "../contract/echo.ts";
import { AskAgain, Unreadable, type WinnowError } from "../contract/errors.ts";
import { Page, type PageFacts } from "../contract/page.ts";
import type { PageSize } from "../contract/page-size.ts";
import type { SiteRequest } from "../contract/site.ts";
import { checkEcho, checkSize } from "./page-proof.ts";

const page = (rows: number, facts: PageFacts = {}) =>
  Page.of(
    Array.from({ length: rows }, (_, id) => ({ id })),
    (row) => row,
    facts,
  );

function refusalOf(act: () => unknown): WinnowError | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof AskAgain ? error.last : (error as WinnowError);
  }
}

describe("a page answers the request that was sent", () => {
  const echo = defineEcho({
    keyword: { says: "search text" },
    place: {
      fields: ["city"],
      says: "place",
      same: (stated: string, asked: { city: string }) => stated === asked.city,
      shown: (place: string | { city: string }) => (typeof place === "string" ? place : place.city),
    },
    nights: {
      says: "number of nights",
      same: (stated: number, asked: number) => stated === asked,
      refusal: (stated: number) => (stated === 1 ? { field: "nights", msg: "the site did not take them" } : null),
      sometimes: "It depends.",
    },
    colour: "The site does not repeat it.",
    page: { says: "page number" },
  });
  const asked: Question = asking(echo, { keyword: "red lamp", place: { city: "Rome" }, nights: 3 });
  const whole = { keyword: "Red  LÁMP!", place: "Rome", nights: 3 };
  const refusal = (
    stated: object,
    { number = 2, rows = 3, ...over }: { number?: number | null; rows?: number } & Partial<SiteRequest> = {},
  ) =>
    refusalOf(() =>
      checkEcho(
        page(rows, { number, echo: { ...whole, ...stated } }),
        { path: "/", page: 2, asks: asked, ...over },
        { nights: "3" },
      ),
    );

  test("if each part agrees, whatever the case, accents, blanks and punctuation", () => {
    expect(refusal({})).toBeNull();
    expect(refusal({ nights: null })).toBeNull();
    expect(refusal({ colour: "blue" })).toBeNull();
  });

  test.each<[object, object, string]>([
    [{ keyword: "blue lamp" }, {}, 'its search text is "blue lamp" instead of "red lamp"'],
    [{ place: "Oslo" }, {}, 'its place is "Oslo" instead of "Rome"'],
    [{ nights: 4 }, {}, "its number of nights is 4 instead of 3"],
    [{}, { number: 3 }, "its page number is 3 instead of 2"],
    [{ keyword: "x".repeat(500) }, {}, `its search text is "${"x".repeat(79)}… instead of "red lamp"`],
  ])("%j with %j is 500, free, and names what differs", (stated, over, words) => {
    const error = refusal(stated, over)!;
    expect(error).toBeInstanceOf(Unreadable);
    expect(error.detail).toBe(`The source's response answers another request: ${words}.`);
  });

  test.each([
    [{ keyword: null }, "search text"],
    [{ place: undefined }, "place"],
  ])("%j proves nothing: the %s is always stated", (stated, part) => {
    expect(refusal(stated)!.detail).toBe(
      `The source's response does not show which request it answers: its ${part} is missing.`,
    );
    expect(refusal({}, { number: null })!.detail).toContain("page number is missing");
  });

  test("without rows it need not state anything, but what it states must agree", () => {
    expect(refusal({ keyword: null, place: null }, { rows: 0, number: null })).toBeNull();
    expect(refusal({ keyword: "blue lamp" }, { rows: 0 })!.detail).toContain("blue lamp");
  });

  test("a value that the site did not take is 422, but only on a page that answers everything else", () => {
    expect(refusal({ nights: 1 })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "nights"], msg: "Value error, the site did not take them", input: "3" }],
    });
    expect(refusal({ nights: 1, keyword: "blue lamp" })).toMatchObject({ status: 500 });
    expect(refusal({ nights: 1 }, { number: 3 })).toMatchObject({ status: 500 });
  });

  test("the first page instead of a later one is not requested again, and the caller learns what to ask for", () => {
    const act = () => checkEcho(page(3, { number: 1 }), { path: "/", page: 2 }, {});
    expect(act).toThrow(Unreadable);
    expect(refusalOf(act)!.detail).toBe(
      "The source's response answers another request: it is the first page again instead of page 2. Ask for at most 3 records (count).",
    );
  });

  test("a page number is compared even if the operation declares none; without a question, nothing else is", () => {
    expect(refusalOf(() => checkEcho(page(1, { number: 3 }), { path: "/", page: 2 }, {}))!.detail).toContain(
      "3 instead of 2",
    );
    checkEcho(page(1, { number: 3, echo: { keyword: "x" } }), { path: "/" }, {});
    checkEcho(page(1), { path: "/", page: 2 }, {});
  });

  test("a cursor is compared as a page number is; the first page has none", () => {
    const cursors = defineEcho({ page: { says: "cursor" } });
    const check = (stated: string | null, cursor: string | null) =>
      refusalOf(() =>
        checkEcho(page(1, { echo: { page: stated } }), { path: "/", page: cursor, asks: asking(cursors, {}) }, {}),
      );
    expect([check(null, null), check("24", "24")]).toEqual([null, null]);
    expect(check("48", "24")!.detail).toContain('"48" instead of "24"');
    expect(check("24", null)!.detail).toContain('"24" instead of null');
    expect(check(null, "24")!.detail).toContain("cursor is missing");
  });
});

describe("a page is complete", () => {
  const derived: PageSize = { rows: 24, known: "derived" };
  const stated: PageSize = { rows: 24, known: "stated" };
  const lenient: PageSize = { rows: 24, short: { by: 2, why: "The site hides some." } };

  test.each<[rows: number, size: PageSize | undefined, asked: number | string | null | undefined, facts: PageFacts]>([
    [24, 24, 1, { total: 100 }],
    [30, 24, 1, { total: 100 }],
    [4, 24, 5, { total: 100 }],
    [24, 24, 1, { lastPage: 3 }],
    [3, 24, 3, { lastPage: 3 }],
    [24, 24, null, { next: "b" }],
    [1, 24, "b", { next: null }],
    // The page's own statement overrides a constant.
    [20, 24, 1, { total: 100, size: 20 }],
    [48, undefined, 1, { total: 760, size: 48 }],
    [40, undefined, undefined, { total: 760, number: 16, size: 48 }],
    // The site shows no more pages, whatever it counts.
    [24, 24, 15, { total: 19_016, lastPage: 15 }],
    // A total that counts something else.
    [24, 24, 1, { total: 5 }],
    [20, stated, 1, { total: 100, size: 20 }],
    [24, derived, 1, { total: 50, lastPage: 3 }],
    [2, derived, 3, { total: 50, lastPage: 3 }],
    [20, derived, 1, { total: 480, lastPage: 24 }],
    [22, lenient, 1, { total: 100 }],
    [0, 24, 1, { total: 0 }],
    [0, 24, 3, {}],
    [0, 24, 1, { next: null }],
    [0, 24, 1, { lastPage: 1 }],
    [7, undefined, 1, { total: 7 }],
    [3, { unknown: "Suggestions." }, 1, { total: 9 }],
  ])("%i rows, size %j, page %j, %j", (rows, size, asked, facts) => {
    expect(checkSize(page(rows, facts), size, asked).isShort).toBe(false);
  });

  test.each<
    [
      rows: number,
      size: PageSize | undefined,
      asked: number | string | null | undefined,
      facts: PageFacts,
      expected: number,
    ]
  >([
    [23, 24, 1, { total: 100 }, 24],
    [3, 24, 5, { total: 100 }, 4],
    [23, 24, 1, { lastPage: 3 }, 24],
    [23, 24, null, { next: "b" }, 24],
    [19, 24, 1, { total: 100, size: 20 }, 20],
    [47, undefined, undefined, { total: 760, number: 1, size: 48 }, 48],
    [39, undefined, undefined, { total: 760, number: 16, size: 48 }, 40],
    [4, 24, 1, { total: 5 }, 5],
    [23, derived, 1, { total: 50, lastPage: 3 }, 24],
    [1, derived, 3, { total: 50, lastPage: 3 }, 2],
    [19, derived, 1, { total: 480, lastPage: 24 }, 20],
    [21, lenient, 1, { total: 100 }, 22],
    [0, 24, 2, { total: 100 }, 24],
    [0, 24, 1, { next: "b" }, 24],
    [0, 24, 2, { lastPage: 3 }, 24],
    [0, undefined, 1, { lastPage: 3 }, 1],
  ])("but not %i rows, size %j, page %j, %j: %i are expected", (rows, size, asked, facts, expected) => {
    const error = refusalOf(() => checkSize(page(rows, facts), size, asked))!;
    expect(error.detail).toBe(
      `The source's response is incomplete: ${rows} rows on a page that should have ${expected}.`,
    );
    expect(error.status).toBe(500);
  });

  test.each<[PageSize, PageFacts, string]>([
    [stated, { total: 100 }, "does not state its size"],
    [derived, { total: 100 }, "states no total or no last page"],
    [derived, { lastPage: 3 }, "states no total or no last page"],
  ])("size %j, %j: nothing shows it", (size, facts, words) => {
    expect(refusalOf(() => checkSize(page(24, facts), size, 1))!.detail).toContain(words);
  });

  test("a page without rows of its own adverts and other kinds is counted without them", () => {
    const rows = [...Array(24).keys()];
    const adverts = Page.of(rows, (id) => (id < 4 ? "advert" : { id }), { total: 100 });
    expect(() => checkSize(adverts, 24, 1)).toThrow("20 rows on a page that should have 24");
  });

  test("a short page that says nothing of the end is short until the next page shows that it is the last", () => {
    expect(checkSize(page(23), 24, 1)).toEqual({ size: 24, isShort: true });
    expect(checkSize(page(24), 24, 1)).toEqual({ size: 24, isShort: false });
    expect(checkSize(page(23), { unknown: "x" }, 1)).toEqual({ size: null, isShort: false });
  });
});
