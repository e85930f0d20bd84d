import { expect, test } from "vitest";
import { AskAgain, NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import type { Search } from "./search.ts";
import { pageReader } from "./search-page.ts";

const search = { place: { ss: "Lisbon", dest_type: "city" }, currency: "EUR" } as unknown as Search;

test('the shell of a search is retried, and is "no such destination" if it persists; anything else is unchanged', () => {
  const reader = pageReader(search, readingContext);
  const fails = (text: string) => {
    try {
      reader(savedAnswer(text));
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
  const act = () => suggested(savedAnswer('<div id="b2searchresultsPage"></div>'));
  expect(act).toThrow(expect.objectContaining({ code: "unreadable", last: expect.any(Unreadable) }));
});
