import { describe, expect, test } from "vitest";
import { AskAgain, NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { answerOf, readingContext } from "../../source-kit/testing/saved-answer.ts";
import type { Search } from "./search-page.ts";
import { pageReader } from "./search-page.ts";

const search = {
  place: { ss: "Lisbon", dest_type: "city" },
  filters: [],
  checkin: null,
  checkout: null,
  adults: 2,
  children_ages: [],
  rooms: 1,
  currency: "EUR",
  language: "pt-pt",
  sort: "top_picks",
} as unknown as Search;

interface Saying {
  currency?: string;
  language?: string;
  prices?: Array<string | null>;
  offset?: number;
}

/** A page of the site with its own facts. */
function page({ currency, language, prices = ["EUR"], offset }: Saying): string {
  const results = prices.map((price, index) => ({
    basicPropertyData: { id: index + 1 },
    ...(price && {
      priceDisplayInfoIrene: {
        displayPrice: { amountPerStay: { amountUnformatted: 9, amount: "9", currency: price } },
      },
    }),
  }));
  const key = `search(${JSON.stringify({ input: { pagination: { offset } } })})`;
  const store = JSON.stringify({ ROOT_QUERY: { searchQueries: { [key]: { results } } } });
  const context = JSON.stringify({ currency, language });
  return `<script data-capla-application-context="x">${context}</script><script data-capla-store-data="apollo">${store}</script>`;
}

const read = (saying: Saying, over: Partial<Search> = {}, offset: number | null = 0) => {
  const url = `https://site.example/searchresults.html${offset === null ? "" : `?offset=${offset}`}`;
  return pageReader({ ...search, ...over }, readingContext)(answerOf(page(saying), { url }));
};
const oddity = (...given: Parameters<typeof read>) => {
  try {
    read(...given);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(AskAgain);
    expect((error as AskAgain).last).toBeInstanceOf(Unreadable);
    return (error as AskAgain).message;
  }
};

describe("a page of a run", () => {
  test.each<Parameters<typeof read>>([
    [{}],
    [{ currency: "EUR", language: "pt-pt" }],
    [{ language: "PT" }],
    [{ language: "pt_BR" }],
    [{ prices: [null, "EUR"] }],
    [{ prices: [] }],
    [{ language: "nb" }, { language: "no" }],
    [{ language: "nn-no" }, { language: "no" }],
    [{ language: "fil" }, { language: "tl" }],
    [{ language: "iw" }, { language: "he" }],
    [{ language: "in" }, { language: "id" }],
    [{ offset: 25 }, {}, 25],
    // The site ignores the offset by returning the first page instead of a later one.
    [{ offset: 0 }, {}, 25],
    [{}, {}, 25],
    [{ offset: 0 }, {}, null],
  ])("%j, requested with %j from %j on, is accepted", (...given) => {
    expect(oddity(...given)).toBeNull();
  });

  test.each<[...Parameters<typeof read>, string]>([
    [{ currency: "USD" }, {}, 0, "a page in USD instead of EUR"],
    [{ prices: [null, "EUR", "GBP"] }, {}, 0, "a page in GBP instead of EUR"],
    [{ language: "es" }, {}, 0, "a page in es instead of pt-pt"],
    [{ language: "nb" }, { language: "da" }, 0, "a page in nb instead of da"],
    [{ offset: 50 }, {}, 25, "a page from 50 on instead of 25"],
    [{ offset: 25 }, {}, 0, "a page from 25 on instead of 0"],
    [{ offset: 25 }, {}, null, "a page from 25 on instead of 0"],
  ])("%j, requested with %j from %j on, is %s", (saying, over, offset, words) => {
    expect(oddity(saying, over, offset)).toContain(words);
  });

  test('the shell of a search is retried, and is "no such destination" if it persists; anything else is unchanged', () => {
    const reader = pageReader(search, readingContext);
    const fails = (text: string) => {
      try {
        reader(answerOf(text));
        return null;
      } catch (error) {
        return error;
      }
    };
    const shell = fails('<div id="b2searchresultsPage"></div>') as AskAgain;
    expect(shell).toBeInstanceOf(AskAgain);
    expect(shell.message).toContain("a page without a search");
    expect(shell.last).toBeInstanceOf(NoSuchThing);
    expect(fails("<p>hello</p>")).toBeInstanceOf(Unreadable);
    const suggested = pageReader({ ...search, place: { ...search.place, isSuggested: true } }, readingContext);
    const act = () => suggested(answerOf('<div id="b2searchresultsPage"></div>'));
    expect(act).toThrow(expect.objectContaining({ code: "unreadable", last: expect.any(Unreadable) }));
  });
});
