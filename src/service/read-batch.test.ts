import { describe, expect, test } from "vitest";
import { type ValidationItem, WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { readBatch } from "./read-batch.ts";
import type { Service } from "./service.ts";
import { readingService, registry } from "./testing/reading-service.ts";

const read = (body: unknown, contentType?: string, query: Record<string, unknown> = { operation: "toy/things" }) =>
  readBatch(readingService, {
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    contentType,
    query,
    permit: () => {},
  });

function faultsOf(...upload: Parameters<typeof read>): ValidationItem[] {
  try {
    read(...upload);
  } catch (error) {
    expect((error as WinnowError).code).toBe("validation");
    return (error as WinnowError).detail as ValidationItem[];
  }
  throw new Error("it was taken");
}

const whole = (change: object = {}) => ({ operation: "toy/things", requests: [{ shelf: "a", count: 2 }], ...change });

describe("a batch in JSON", () => {
  test("is its operation, its bodies as read, the most it may cost and where to call", () => {
    const batch = read(whole({ max_cost: 0, webhook: "https://caller.example/hook" }), "application/json");
    expect(batch.entry).toBe(registry.entries[0]);
    expect(batch.requests).toEqual([expect.objectContaining({ shelf: "a", count: 2, fresh: false, tags: [] })]);
    expect(batch).toMatchObject({ maxCost: 0, webhook: "https://caller.example/hook" });
    expect(read(whole())).toMatchObject({ maxCost: null, webhook: null });
    expect(read(whole({ max_cost: null, webhook: null }))).toMatchObject({ maxCost: null, webhook: null });
  });

  test.each<[string, unknown, unknown[], string]>([
    ["no JSON", "{", ["body"], "is not JSON: "],
    ["no list", whole({ requests: {} }), ["body", "requests"], "must be a list of request bodies"],
    ["nothing", "null", ["body", "requests"], "must be a list of request bodies"],
    ["no body at all", whole({ requests: [] }), ["body", "requests"], "a batch has 1 to 10000 requests, this one 0"],
    ["an unknown operation", whole({ operation: "x" }), ["body", "operation"], "must be one of toy/things"],
    ["no operation", whole({ operation: 3 }), ["body", "operation"], "must be one of toy/things"],
    ["a cost below 0", whole({ max_cost: -1 }), ["body", "max_cost"], "must be a whole number, 0 or more"],
    ["a cost in parts", whole({ max_cost: 1.5 }), ["body", "max_cost"], "must be a whole number, 0 or more"],
    ["an address that is none", whole({ webhook: 3 }), ["body", "webhook"], "must be an address"],
  ])("is refused with where and why: %s", (_, body, loc, words) => {
    const [fault, ...others] = faultsOf(body);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ type: "value_error", loc });
    expect(fault!.msg).toContain(`Value error, ${words}`);
  });

  test("of ten thousand is taken, of one more is not", () => {
    const many = Array.from({ length: limits.batchItems.most }, () => ({ shelf: "a", count: 1 }));
    expect(read(whole({ requests: many })).requests).toHaveLength(limits.batchItems.most);
    expect(faultsOf(whole({ requests: [...many, many[0]] }))[0]!.msg).toContain("this one 10001");
  });

  test("has every fault named by its place, a rule of the operation as well", () => {
    const requests = [{ shelf: "a", count: 1 }, { shelf: "" }, { shelf: "cellar", count: 1 }];
    expect(faultsOf(whole({ requests })).map(({ loc, msg }) => [loc, msg])).toEqual([
      [["body", "requests", 1, "shelf"], "String should have at least 1 character"],
      [["body", "requests", 1, "count"], "Field required"],
      [["body", "requests", 2], "There is no cellar."],
    ]);
  });

  test("of mistakes has the first hundred named", () => {
    expect(faultsOf(whole({ requests: Array.from({ length: 150 }, () => ({})) }))).toHaveLength(100);
    expect(faultsOf(whole({ requests: Array.from({ length: 99 }, () => ({ shelf: "a" })) }))).toHaveLength(99);
  });

  test("with fields that nobody knows is refused by each, a hundred at most", () => {
    expect(faultsOf(whole({ wehbook: "x" }))).toMatchObject([{ type: "extra_forbidden", loc: ["body", "wehbook"] }]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`field${at}`, 1]));
    expect(faultsOf(whole(many))).toHaveLength(100);
  });

  test("with a body that is nested too deeply is refused by its place", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const requests = `[{"shelf":"a","count":1},{"shelf":"a","count":1,"x":${deep}}]`;
    const [fault, ...others] = faultsOf(`{"operation":"toy/things","requests":${requests}}`);
    expect(others).toEqual([]);
    expect(fault!.msg).toMatch(/nested|is not JSON/);
  });

  test("fails with a fault of our own, where that is what it is", () => {
    const broken = {
      ...readingService,
      readBody: () => {
        throw new TypeError("ours");
      },
    } as unknown as Service;
    const body = Buffer.from(JSON.stringify(whole()));
    expect(() => readBatch(broken, { body, contentType: "", query: {}, permit: () => {} })).toThrow(TypeError);
  });

  test("is not read further than whether the caller may use the operation", () => {
    const permit = () => {
      throw new WinnowError("source_forbidden");
    };
    const body = Buffer.from(JSON.stringify(whole({ requests: [{}] })));
    expect(() => readBatch(readingService, { body, contentType: "", query: {}, permit })).toThrow(
      new WinnowError("source_forbidden").message,
    );
  });
});

describe("a batch in lines", () => {
  test.each(["application/x-ndjson", "application/jsonl"])("of %s: empty lines are counted, not read", (type) => {
    const lines = '{"shelf":"a","count":1}\r\n\n  \n{"shelf":"b","count":2}\n';
    const batch = read(lines, type, { operation: "toy/things", max_cost: "7", webhook: "https://c.example" });
    expect(batch.requests.map(({ shelf }) => shelf)).toEqual(["a", "b"]);
    expect(batch).toMatchObject({ maxCost: 7, webhook: "https://c.example" });
    expect(faultsOf('{"shelf":"a","count":1}\n\nx', type)).toMatchObject([
      { loc: ["body", 3], msg: expect.stringContaining("is not JSON: ") },
    ]);
    expect(faultsOf(lines, type, { operation: "toy/things", max_cost: "many" })[0]!.loc).toEqual(["body", "max_cost"]);
    expect(faultsOf(lines, type, {})[0]!.loc).toEqual(["body", "operation"]);
  });

  test("of CSV: by the names of the first row; an empty cell leaves the default", () => {
    const { requests } = read('shelf, count,fresh,tags\na,1,true,"x,y"\nb,2,,\n', "text/csv; charset=utf-8");
    expect(requests).toMatchObject([
      { shelf: "a", count: 1, fresh: true, tags: ["x", "y"] },
      { shelf: "b", count: 2, fresh: false, tags: [] },
    ]);
  });

  test("of CSV is refused with the row below the names and why", () => {
    expect(faultsOf("shelf,hue\na,red\n", "text/csv")).toMatchObject([
      {
        loc: ["body", 0, "hue"],
        msg: "Value error, is no field of the operation; it has shelf, count, fresh, tags, timeout",
      },
    ]);
    expect(faultsOf("shelf,count\na,1\nb\n,2\n", "text/csv").map(({ loc, msg }) => [loc, msg])).toEqual([
      [["body", 2], "Value error, has 1 cells, the first row 2"],
      [["body", 3, "shelf"], "Field required"],
    ]);
    expect(faultsOf('shelf\nb"c\n', "text/csv")).toMatchObject([
      { loc: ["body"], msg: expect.stringContaining("is not CSV: ") },
    ]);
  });
});
