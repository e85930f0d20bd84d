import { expect, test } from "vitest";
import { type Lookup, lookupBody, lookupOptions } from "./lookup.ts";

const cities: Lookup = { operation: "/api/x/cities", field: "code", label: ["name", "region"], along: ["lang"] };
const brands: Lookup = { ...cities, field: "value", label: ["label"], search: null, where: { parameter: "brands" } };

test("a lookup request has the typed text and the known fields of the request", () => {
  expect(lookupBody(cities, " Sara ", { lang: "ru", count: 3 })).toEqual({ query: "Sara", lang: "ru" });
  expect(lookupBody(cities, "", { lang: "" })).toEqual({});
  expect(lookupBody(cities, "  ", {})).toEqual({});
  expect(lookupBody(brands, "acme", { lang: null })).toEqual({});
  expect(lookupBody({ ...cities, search: "estate" }, "abc", {})).toEqual({ estate: "abc" });
});

test("the label defaults to the value; spaces around the typed text are ignored", () => {
  const plain: Lookup = { operation: "/api/x/codes", field: "code" };
  expect(lookupOptions(plain, [{ code: 7 }, { code: "b" }, { code: "" }], "")).toEqual([
    { value: 7, label: "7", also: {} },
    { value: "b", label: "b", also: {} },
  ]);
  const all = [{ code: "xb" }, { code: "b" }, { code: "c" }];
  expect(lookupOptions({ ...plain, search: null }, all, " B ").map(({ value }) => value)).toEqual(["b", "xb"]);
  expect(lookupOptions(plain, all, " B ").map(({ value }) => value)).toEqual(["b", "xb", "c"]);
  expect(lookupOptions({ ...plain, label: ["name"], search: null }, [{ code: "q9", name: "Nine" }], "q9")).toHaveLength(
    1,
  );
});

test("a label joins the known fields", () => {
  const records = [
    { code: "a", name: "Aa", region: "West" },
    { code: "b", region: "East" },
  ];
  expect(lookupOptions(cities, records, "").map(({ label }) => label)).toEqual(["Aa, West", "East"]);
});

test("records become values with labels; records of another parameter, or without a value, are skipped", () => {
  const rows = [{ code: "a", name: "Aa", region: null }, { code: null, name: "?" }, { code: "b" }];
  expect(lookupOptions({ ...cities, also: { kind: "region" } }, rows, "zzz")).toEqual([
    { value: "a", label: "Aa", also: { kind: null } },
    { value: "b", label: "b", also: { kind: undefined } },
  ]);
  const found = [
    { parameter: "brands", value: "Acme", label: "Acme Ltd" },
    { parameter: "brands", value: "Other", label: "Other" },
    { parameter: "status", value: "acme", label: "acme" },
  ];
  expect(lookupOptions(brands, found, "LTD").map(({ value }) => value)).toEqual(["Acme"]);
  const suggested = ["Little Porto", "Porto", "Portofino"].map((name) => ({ code: name }));
  expect(lookupOptions({ ...cities, label: ["code"] }, suggested, "porto").map(({ value }) => value)).toEqual([
    "Porto",
    "Portofino",
    "Little Porto",
  ]);
  const counted = { ...brands, results: "product_count" };
  expect(
    lookupOptions(
      counted,
      [
        { ...found[0], product_count: 3 },
        { ...found[1]!, product_count: "many" },
      ],
      "",
    ).map(({ results }) => results),
  ).toEqual([3, undefined]);
});
