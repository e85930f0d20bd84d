import { expect, test } from "vitest";
import { type NoRecord, Page } from "../../contract/page.ts";
import { knownOrigins, withOrigins } from "../../contract/provenance.ts";
import { toySource } from "../../source-testing/toy-source.ts";
import { pageFrom, sentPage } from "./sent-page.ts";

const operation = toySource().operations[0];
const across = (page: Page, withProvenance = false) =>
  pageFrom(structuredClone(sentPage(page, operation, withProvenance)), operation);

test("a page is the same in another thread: rows, kept and counted records, facts and proof", () => {
  const others = new Map<string, NoRecord>([
    ["ad", "advert"],
    ["twice", "repeated"],
  ]);
  const page = Page.of(["a", "b", "c", "ad", "twice"], (id) => others.get(id) ?? { id }, { total: 9 })
    .notCounting(({ id }) => id === "c")
    .keeping(({ id }) => id !== "a");
  page.prove({ question: { echo: operation.echo, parts: {} }, page: 2, isShort: true }, 20);
  const there = across(page);
  expect([there.read, there.records]).toEqual([page.read, page.records]);
  expect([there.rows, there.countedRows, there.without("advert"), there.without("repeated")]).toEqual([5, 3, 1, 1]);
  expect(there.read.map((record) => there.isCounted(record))).toEqual([true, true, false]);
  expect(there.read).toContain(there.records[0]);
  expect(there.facts).toEqual({ total: 9, size: 20 });
  expect(there.answers).toEqual({ question: { echo: operation.echo, parts: {} }, page: 2, isShort: true });
});

test("an unreadable row is known in another thread, and so is a page that answers another question", () => {
  const page = Page.of(["good", "bad"], (id) => (id === "bad" ? "unreadable" : { id }));
  expect(across(page).unreadable).toEqual(page.unreadable);
  page.prove({ question: { echo: {}, parts: {} }, page: null, isShort: false }, null);
  expect(across(page).answers?.question).toBeNull();
});

test("records say in another thread where their values come from, if that was asked", () => {
  const source = { number: 1, url: "https://site.example/", at: "2027-03-01T12:00:00.000Z" };
  const origin = { page: source, value: "a", locator: "id", place: { place: "$.id", raw: "a" }, from: [] };
  const page = Page.of(["a"], (id) => withOrigins({ id }, new Map([["id", origin]])));
  expect(across(page, true).read.map(knownOrigins)).toEqual([new Map([["id", origin]])]);
  expect(across(page).read.map(knownOrigins)).toEqual([new Map()]);
});
