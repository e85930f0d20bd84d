import { expect, test } from "vitest";
import { Page } from "./page.ts";

const even = (row: number) => (row % 2 === 0 ? { id: row } : "other-kind");

test("every row is a record or has a reason", () => {
  const page = Page.of([1, 2, 3, 4], even, { total: 9 });
  expect(page.records).toEqual([{ id: 2 }, { id: 4 }]);
  expect(page.rows).toBe(4);
  expect(page.without("other-kind")).toBe(2);
  expect(page.without("unreadable")).toBe(0);
  expect(page.facts).toEqual({ total: 9 });
});

test("records that were not requested still count as rows read", () => {
  const page = Page.of([2, 4, 6], even).keeping(({ id }) => id > 2);
  expect(page.records).toEqual([{ id: 4 }, { id: 6 }]);
  expect(page.read).toHaveLength(3);
  expect(page.rows).toBe(3);
});

test("a record that does not say whether it was requested is left out, and a page of such records is unreadable", () => {
  const page = Page.of([2, 4, 6], even);
  expect(page.keeping(({ id }) => (id === 4 ? null : true)).records).toEqual([{ id: 2 }, { id: 6 }]);
  expect(page.keeping(({ id }) => (id === 4 ? null : false)).records).toEqual([]);
  expect(() => page.keeping(() => null)).toThrow("no row says whether");
  expect(Page.of([], even).keeping(() => null).records).toEqual([]);
});

test("adverts that the total does not count remain records", () => {
  const page = Page.of([2, 4, 5], even).notCounting(({ id }) => id === 4);
  expect(page.records).toHaveLength(2);
  expect(page.countedRows).toBe(1);
  const named = page.map(({ id }) => ({ name: String(id) }));
  expect(named.records).toEqual([{ name: "2" }, { name: "4" }]);
  expect(named.records.map((record) => named.isCounted(record))).toEqual([true, false]);
});

test("joined pages keep all rows and reasons, and the facts of the first page", () => {
  const joined = Page.joined([Page.of([1, 2], even, { total: 3 }), Page.of([3, 4], even, { total: 8 })]);
  expect(joined.records).toEqual([{ id: 2 }, { id: 4 }]);
  expect(joined.without("other-kind")).toBe(2);
  expect(joined.saying({ number: 1 }).facts).toEqual({ total: 3, number: 1 });
});
