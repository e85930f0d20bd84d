import { expect, test } from "vitest";
import { Unreadable } from "../../../contract/errors.ts";
import { answerOf } from "../../../source-kit/testing/saved-answer.ts";
import { readPage } from "./read-page.ts";

const read = (page: unknown) => readPage(answerOf(JSON.stringify(page)), "https://site.example");

test("a row becomes a record, and what the site does not say is null", () => {
  const { records, facts } = read({ total: 1, pages: 1, items: [{ id: 7, name: " A  lamp ", link: "/i/7" }] });
  expect(facts.total).toBe(1);
  expect(records).toMatchObject([{ id: "7", name: "A lamp", url: "https://site.example/i/7", price: null }]);
});

test("an answer in another form is unreadable, not empty", () => {
  expect(() => read({ results: [] })).toThrow(Unreadable);
});
