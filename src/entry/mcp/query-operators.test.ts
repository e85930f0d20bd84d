import { describe, expect, test } from "vitest";
import { type Operator, pick, type Query, runQuery, valueAt } from "./query.ts";

const rows = [
  { name: "Anna", age: 30, city: "Delft", home: { rooms: 2, tags: ["Old", "wide"] }, visits: [{ n: 1 }, { n: 5 }] },
  { name: "bert", age: 40, city: "Gouda", home: { rooms: 3, tags: [] }, visits: [] },
  { name: "Cleo", age: 40, city: "Delft", home: null, visits: [{ n: 2 }] },
  { name: "dana", age: null, city: null, home: { rooms: 10, tags: ["new"] }, visits: [{ n: null }] },
];
const found = (field: string, op: Operator, value?: unknown) =>
  runQuery(rows, { where: [{ field, op, value }] })
    .rows.map(({ name }) => String(name)[0])
    .join("");

describe("every operator", () => {
  test.each<[field: string, op: Operator, value: unknown, names: string]>([
    ["age", "eq", 40, "bC"],
    ["age", "eq", "40", "bC"],
    ["age", "eq", null, "d"],
    ["age", "ne", 40, "Ad"],
    ["age", "ne", null, "AbC"],
    ["age", "gt", 30, "bC"],
    ["age", "gte", 30, "AbC"],
    ["age", "lt", 40, "A"],
    ["age", "lte", 40, "AbC"],
    ["age", "lte", "40", "AbC"],
    ["age", "in", [30, 41], "A"],
    ["age", "in", ["30", 40], "AbC"],
    ["age", "in", [], ""],
    ["age", "is_null", undefined, "d"],
    ["age", "not_null", undefined, "AbC"],
    ["city", "contains", "ELF", "AC"],
    ["city", "contains", "z", ""],
    ["age", "contains", "4", ""],
    ["city", "gt", "Delft", "b"],
    ["city", "lt", "Gouda", "AC"],
    ["city", "gte", "Gouda", "b"],
    ["city", "lte", "Delft", "AC"],
  ])("%s %s %j", (field, op, value, names) => {
    expect(found(field, op, value)).toBe(names);
  });

  test("a list contains a value if one of its entries does; ne and null test the list itself", () => {
    expect(found("home.tags", "eq", "Old")).toBe("A");
    expect(found("home.tags", "contains", "E")).toBe("Ad");
    expect(found("visits.n", "gte", 2)).toBe("AC");
    expect(found("home.tags", "is_null")).toBe("C");
    expect(found("home.tags", "not_null")).toBe("Abd");
  });

  test("all conditions must hold", () => {
    const where: Query["where"] = [
      { field: "age", op: "eq", value: 40 },
      { field: "city", op: "eq", value: "Delft" },
    ];
    expect(runQuery(rows, { where })).toMatchObject({ total: 1, rows: [{ name: "Cleo" }] });
  });

  test.each([
    ["in", Array.from({ length: 200 }, (_, n) => n), Array.from({ length: 201 }, (_, n) => n)],
    ["contains", "x".repeat(1_000), "x".repeat(1_001)],
  ] as const)("%s accepts its maximum, and no more", (op, max, tooMuch) => {
    expect(() => found("age", op, max)).not.toThrow();
    expect(() => found("age", op, tooMuch)).toThrow(/at most/);
  });

  test("a bound that is not a number is rejected for numbers, also an empty one", () => {
    for (const value of ["cheap", "", " "]) expect(() => found("age", "lt", value)).toThrow(/lt needs a number/);
  });
});

describe("paths", () => {
  test("reach into records and through lists; a name with a dot in it comes first", () => {
    expect(valueAt(rows[0], "home.rooms")).toBe(2);
    expect(valueAt(rows[0], "visits.n")).toEqual([1, 5]);
    expect(valueAt({ "a.b": 1, a: { b: 2 } }, "a.b")).toBe(1);
    expect(valueAt(rows[2], "home.rooms")).toBeUndefined();
    expect(valueAt(rows[0], "name.length")).toBeUndefined();
  });

  test("paths that are missing in one record are null there", () => {
    expect(rows.map((row) => pick(row, ["home.rooms"]))).toEqual(
      [2, 3, null, 10].map((rooms) => ({ "home.rooms": rooms })),
    );
  });
});

describe("aggregates", () => {
  const over = (query: Query) => runQuery(rows, query).rows;

  test("over all records, each under its own or a given name", () => {
    expect(
      over({
        aggregate: [
          { fn: "count" },
          { fn: "count", field: "age" },
          { fn: "sum", field: "age" },
          { fn: "avg", field: "age" },
          { fn: "min", field: "home.rooms" },
          { fn: "max", field: "home.rooms", as: "largest" },
          { fn: "sum", field: "visits.n" },
        ],
      }),
    ).toEqual([
      { count: 4, count_age: 3, sum_age: 110, avg_age: 110 / 3, "min_home.rooms": 2, largest: 10, "sum_visits.n": 8 },
    ]);
  });

  test("by group, with null as its own group; counts by default", () => {
    expect(over({ group_by: ["city"] })).toEqual([
      { city: "Delft", count: 2 },
      { city: "Gouda", count: 1 },
      { city: null, count: 1 },
    ]);
    expect(over({ group_by: ["city", "age"], aggregate: [{ fn: "max", field: "age" }] })).toHaveLength(4);
  });

  test("aggregates of no record count zero and have no extremes", () => {
    const where: Query["where"] = [{ field: "age", op: "gt", value: 99 }];
    const aggregate: Query["aggregate"] = [{ fn: "count" }, { fn: "max", field: "age" }, { fn: "sum", field: "age" }];
    expect(over({ where, aggregate })).toEqual([{ count: 0, max_age: null, sum_age: null }]);
    expect(over({ where, group_by: ["city"] })).toEqual([]);
  });
});

describe("order and pages", () => {
  const names = (query: Query) => runQuery(rows, query).rows.map(({ name }) => name);

  test("by several fields, each in its own direction, with nulls last both ways", () => {
    expect(names({ sort: [{ field: "age", order: "desc" }, { field: "name" }] })).toEqual([
      "bert",
      "Cleo",
      "Anna",
      "dana",
    ]);
    expect(names({ sort: [{ field: "age" }, { field: "name", order: "desc" }] })).toEqual([
      "Anna",
      "Cleo",
      "bert",
      "dana",
    ]);
  });

  test("numbers sort as numbers, texts alphabetically", () => {
    expect(names({ sort: [{ field: "home.rooms" }] })).toEqual(["Anna", "bert", "dana", "Cleo"]);
    expect(names({ sort: [{ field: "name" }] })).toEqual(["Anna", "bert", "Cleo", "dana"]);
  });

  test("a missing path comes last both ways", () => {
    expect(names({ sort: [{ field: "home.rooms", order: "desc" }] })).toEqual(["dana", "bert", "Anna", "Cleo"]);
  });

  test("a field whose lists are all empty exists; one that no record has does not", () => {
    expect(runQuery([{ tags: [] }], { fields: ["tags"] }).rows).toEqual([{ tags: [] }]);
    expect(() => runQuery([{ tags: [{ a: 1 }] }], { fields: ["tags.b"] })).toThrow('no field "tags.b". Fields: tags.a');
  });

  test("the records themselves keep their order", () => {
    names({ sort: [{ field: "age", order: "desc" }] });
    expect(rows.map(({ name }) => name)).toEqual(["Anna", "bert", "Cleo", "dana"]);
  });

  test("a page is cut after sorting; the total counts all", () => {
    expect(runQuery(rows, { sort: [{ field: "name" }], offset: 1, limit: 2, fields: ["name"] })).toEqual({
      total: 4,
      rows: [{ name: "bert" }, { name: "Cleo" }],
    });
    const many = Array.from({ length: 25 }, (_, n) => ({ n }));
    expect(runQuery(many, {})).toMatchObject({ total: 25, rows: { length: 20 } });
  });
});
