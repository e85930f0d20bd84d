import { describe, expect, test } from "vitest";
import type { StandInCall, StandInReply } from "../../../contract/stand-in.ts";
import { savedAnswer } from "../../../source-testing/saved-answer.ts";
import { answerName } from "../answer-name.ts";
import { blockMarker } from "../block-marker.ts";
import { searchQuery } from "../search-request.ts";
import { items } from "./catalogue.ts";
import { InvalidQuery, project, readQuery } from "./graphql-document.ts";
import { standIn } from "./stand-in.ts";

const call = (path: string, changes: Partial<StandInCall> = {}) =>
  standIn.answer({
    method: "GET",
    url: new URL(path, "http://127.0.0.1:1"),
    headers: {},
    body: "",
    ...changes,
  }) as StandInReply;

const withoutAlias = searchQuery("shop", "rich", true, answerName("", "")).replace(
  /\w+: fullSearchFilter/,
  "fullSearchFilter",
);

const ask = (input: object, query = withoutAlias, headers = {}) => {
  const body = JSON.stringify({ query, variables: { fullSearchProductsFilterInput: input } });
  const { status, body: text } = call("/graphql/", { method: "POST", body, headers });
  return { status, answer: JSON.parse(text as string) };
};
const pagination = { page: 1, perPage: 48 };

test("there are 5,800 goods, each with a unique id and Russian texts", () => {
  expect(items()).toHaveLength(5_800);
  expect(new Set(items().map(({ id }) => id)).size).toBe(5_800);
  for (const { name } of items()) expect(name).toMatch(/[а-я]{3}/i);
});

describe("/graphql/", () => {
  test("returns exactly the requested fields", () => {
    const { answer } = ask(
      { searchText: "чайник", pagination: { page: 2, perPage: 5 } },
      "query Q($i: X!) { fullSearchFilter(filter: $i) { record { products { id price { current } } pageInfo { page totalItems } } } }",
    );
    const { record } = answer.data.fullSearchFilter;
    expect(record.products).toHaveLength(5);
    expect(Object.keys(record.products[0])).toEqual(["id", "price"]);
    expect(record.pageInfo).toEqual({ page: 2, totalItems: 320 });
  });

  test.each([
    ["a field that is not there", "{ fullSearchFilter { record { products { nosuch } } } }"],
    ["another query", "{ shops { id } }"],
    ["a lookup of cities without a name", "{ cities { id } }"],
    ["a fragment that is not there", "{ fullSearchFilter { ...Nosuch } }"],
    [
      "a type that is not there",
      "{ fullSearchFilter { record { groups { filter { ... on CatalogFilter_Filter { id } } } } } }",
    ],
    [
      "a named fragment on a type that is not there",
      "{ fullSearchFilter { record { ...R } } } fragment R on Nosuch { id }",
    ],
    ["a brace too few", "{ fullSearchFilter { record { products { id } }"],
    ["no query", ""],
  ])("%s is 400 with errors", (_, query) => {
    const { status, answer } = ask({ searchText: "чайник", pagination }, query);
    expect(status).toBe(400);
    expect(answer.errors[0].message).toEqual(expect.any(String));
  });

  test("a field has the name in the response that the query gives it", () => {
    const query = "query Q($i: X!) { one: fullSearchFilter(filter: $i) { record { two: pageInfo { page } } } }";
    const { answer } = ask({ searchText: "чайник", pagination }, query);
    expect(answer.data).toEqual({ one: { record: { two: { page: 1 } } } });
  });

  test("invalid arguments are an error union", () => {
    const { status, answer } = ask({ searchText: "", pagination });
    expect(status).toBe(200);
    expect(answer.data.fullSearchFilter).toMatchObject({
      record: null,
      error: { __typename: "CatalogFilter_ProductsFilterIncorrectArgumentsError" },
    });
  });

  test("the count beside a choice equals its results", () => {
    const searchText = "монитор";
    const conditions = [{ filterGroupId: "", filterIds: ["lg", "rating.3.5"] }];
    const { groups } = ask({ searchText, pagination, conditions }).answer.data.fullSearchFilter.record;
    const matrix = groups.find(({ id }: { id: string }) => id === "2772_102").filter.filters;
    expect(matrix).toHaveLength(4);
    for (const { id, total } of matrix) {
      const narrowed = [{ filterGroupId: "", filterIds: ["lg", "rating.3.5", id] }];
      const { record } = ask({ searchText, pagination, conditions: narrowed }).answer.data.fullSearchFilter;
      expect(record.pageInfo.totalItems).toBe(total);
    }
  });

  test("the city comes from the header, otherwise the cookie, and an unknown one is Moscow", () => {
    const first = (headers: Record<string, string>) =>
      JSON.stringify(
        ask({ searchText: "монитор", pagination }, undefined, headers).answer.data.fullSearchFilter.record.products,
      );
    expect(first({ "x-cityid": "nsk_cl" })).toBe(first({ cookie: "a=b; _space=nsk_cl" }));
    expect(first({ "x-cityid": "nsk_cl" })).not.toBe(first({}));
    expect(first({ "x-cityid": "nowhere" })).toBe(first({ "x-cityid": "msk_cl" }));
  });
});

test("the challenge is recognised as a block, with a block's status", () => {
  const challenge = standIn.challenge({ method: "GET", url: new URL("http://127.0.0.1:1/"), headers: {}, body: "" });
  expect(challenge.status).toBe(429);
  expect(blockMarker(savedAnswer(String(challenge.body), { headers: challenge.headers ?? {}, status: 429 }))).toBe(
    "cookie puzzle",
  );
});

test.each(["/search/?text=чайник", "/search/?text=чайник&filled=1", "/nosuch/"])(
  "%s is not recognised as a block",
  (path) => {
    const { body, headers } = call(path);
    expect(blockMarker(savedAnswer(String(body), { headers: headers ?? {} }))).toBeNull();
  },
);

describe("a query document", () => {
  test("merges named and inline fragments", () => {
    const selection = readQuery(
      "query Q($a: B!) { a(x: {y: $a}) { ...F, c } } fragment F on CatalogFilter_ListFilter { b { ... on CatalogFilter_RangeFilter { d } e } ...G } fragment G on CatalogFilter_ListFilter { f }",
    );
    const value = { a: { b: { d: 1, e: 2, z: 0 }, c: 3, f: 4, g: 5 } };
    expect(project(value, selection)).toEqual({ a: { b: { d: 1, e: 2 }, c: 3, f: 4 } });
  });

  test("a query document is rejected if it is invalid", () => {
    for (const query of ["", "{", "{ a { ", "{ a(x: 1 }", "{ : }"])
      expect(() => readQuery(query)).toThrow(InvalidQuery);
  });
});
