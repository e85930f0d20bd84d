import { describe, expect, test } from "vitest";
import { readingService, registry } from "../../test/support/service/reading-service.ts";
import { type ValidationItem, WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import type { Service } from "../service/service.ts";
import { readBatch } from "./read-batch.ts";

/** A body as it arrives: in chunks that end anywhere. */
function* chunks(body: string | Buffer, size: number) {
  const bytes = Buffer.from(body as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (
  body: unknown,
  contentType?: string,
  query: Parameters<typeof readBatch>[1]["query"] = /csv|json[l]|ndjson/.test(contentType ?? "")
    ? { operation: "toy/things" }
    : {},
  size = 64 * 1024,
) =>
  readBatch(readingService, {
    body: chunks(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body), size),
    contentType,
    query,
    permit: () => {},
  });

async function faultsOf(...upload: Parameters<typeof read>): Promise<ValidationItem[]> {
  try {
    await read(...upload);
  } catch (error) {
    expect((error as WinnowError).code).toBe("validation");
    return (error as WinnowError).detail as ValidationItem[];
  }
  throw new Error("it was taken");
}

const whole = (change: object = {}) => ({ operation: "toy/things", requests: [{ shelf: "a", count: 2 }], ...change });

describe("a batch in JSON", () => {
  test("a batch in JSON is its operation, its parsed bodies, its maximum cost and its webhook", async () => {
    const batch = await read(whole({ max_cost: 0, webhook: "https://caller.example/hook" }), "application/json");
    expect(batch.entry).toBe(registry.entries[0]);
    expect(batch.requests).toEqual([expect.objectContaining({ shelf: "a", count: 2, fresh: false, tags: [] })]);
    expect(batch).toMatchObject({ options: { max_cost: 0 }, webhook: "https://caller.example/hook" });
    expect(await read(whole())).toMatchObject({ options: {}, webhook: null });
    expect(await read(whole({ max_cost: null, webhook: null }))).toMatchObject({ options: {}, webhook: null });
  });

  test.each<[string, unknown, unknown[], string]>([
    ["no JSON", "{", ["body"], "is not JSON: "],
    ["no list", whole({ requests: {} }), ["body", "requests"], "Input should be a valid list"],
    ["nothing", "null", ["body"], "Input should be a valid dictionary"],
    ["no body at all", whole({ requests: [] }), ["body", "requests"], "a batch has 1 to 10000 requests, this one 0"],
    ["an unknown operation", whole({ operation: "x" }), ["body", "operation"], "must be one of toy/things"],
    ["no operation", whole({ operation: 3 }), ["body", "operation"], "must be one of toy/things"],
    ["a cost below 0", whole({ max_cost: -1 }), ["body", "max_cost"], "greater than or equal to 0"],
    ["a cost in parts", whole({ max_cost: 1.5 }), ["body", "max_cost"], "got a number with a fractional part"],
    ["a cost in a text", whole({ max_cost: "5" }), ["body", "max_cost"], "Input should be a valid integer"],
    ["an address that is none", whole({ webhook: 3 }), ["body", "webhook"], "Input should be a valid string"],
  ])("a batch in JSON is rejected with where and why: %s", async (_, body, loc, words) => {
    const [fault, ...others] = await faultsOf(body);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ loc });
    expect(fault!.msg).toContain(words);
  });

  test("a batch in JSON of ten thousand is accepted, of one more is not", async () => {
    const many = Array.from({ length: limits.batchItems.max }, () => ({ shelf: "a", count: 1 }));
    expect((await read(whole({ requests: many }))).requests).toHaveLength(limits.batchItems.max);
    expect((await faultsOf(whole({ requests: [...many, many[0]] })))[0]!.msg).toContain("this one more");
  });

  test("lists every fault by position, including the operation's own rules", async () => {
    const requests = [{ shelf: "a", count: 1 }, { shelf: "" }, { shelf: "cellar", count: 1 }];
    expect((await faultsOf(whole({ requests }))).map(({ loc, msg }) => [loc, msg])).toEqual([
      [["body", "requests", 1, "shelf"], "String should have at least 1 character"],
      [["body", "requests", 1, "count"], "Field required"],
      [["body", "requests", 2], "There is no cellar."],
    ]);
  });

  test("lists the first hundred faults", async () => {
    expect(await faultsOf(whole({ requests: Array.from({ length: 150 }, () => ({})) }))).toHaveLength(100);
    expect(await faultsOf(whole({ requests: Array.from({ length: 99 }, () => ({ shelf: "a" })) }))).toHaveLength(99);
  });

  test("with unknown fields is rejected for each, a hundred at most", async () => {
    expect(await faultsOf(whole({ wehbook: "x" }))).toMatchObject([
      { type: "extra_forbidden", loc: ["body", "wehbook"] },
    ]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`field${at}`, 1]));
    expect(await faultsOf(whole(many))).toHaveLength(100);
  });

  test("with a body that is nested too deeply is rejected with its position", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const requests = `[{"shelf":"a","count":1},{"shelf":"a","count":1,"x":${deep}}]`;
    const [fault, ...others] = await faultsOf(`{"operation":"toy/things","requests":${requests}}`);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ loc: ["body", "requests", 1], msg: expect.stringContaining("it is nested deeper") });
  });

  test("rethrows an internal error", async () => {
    const broken = {
      ...readingService,
      readBody: () => {
        throw new TypeError("ours");
      },
    } as unknown as Service;
    const body = [Buffer.from(JSON.stringify(whole()))];
    await expect(readBatch(broken, { body, contentType: "", query: {}, permit: () => {} })).rejects.toThrow(TypeError);
  });

  test("stops reading if the caller may not use the operation", async () => {
    const permit = () => {
      throw new WinnowError("source_forbidden");
    };
    const text = JSON.stringify(whole({ requests: [{}] }));
    const upload = { body: chunks(text, 10), contentType: "", query: {}, permit };
    await expect(readBatch(readingService, upload)).rejects.toThrow(new WinnowError("source_forbidden").message);
  });

  test.each([1, 7, 64 * 1024])(
    "a batch in JSON is the same however it is written, in chunks of %i bytes",
    async (size) => {
      const text =
        `{ "requests" : [ {"shelf":"a,]}\\"[", "count":1} , {"shelf":"\u20acé","count":2,"tags":["[",{"x":1}]}\n],
      "max_cost":7,"operation":"toy/things","webhook":"https://\u00e9.example"}`.replace(',{"x":1}', "");
      const batch = await read(text, "application/json", {}, size);
      expect(batch).toMatchObject({ options: { max_cost: 7 }, webhook: "https://é.example" });
      expect(batch.requests).toMatchObject([
        { shelf: 'a,]}"[', count: 1 },
        { shelf: "€é", count: 2, tags: ["["] },
      ]);
    },
  );

  test.each<[string, string]>([
    ["a list that does not end", '{"operation":"toy/things","requests":[{"shelf":"a","count":1}'],
    ["a comma too many", '{"operation":"toy/things","requests":[{"shelf":"a","count":1},]}'],
    ["no comma", '{"operation":"toy/things","requests":[{"shelf":"a","count":1} {"shelf":"a","count":1}]}'],
    ["something after its end", '{"operation":"toy/things","requests":[{"shelf":"a","count":1}]}]'],
    ["a string that does not end", '{"operation":"toy/things","requests":["a]}'],
  ])("a batch in JSON is rejected because it is not JSON: %s", async (_, text) => {
    for (const size of [3, 1000]) expect((await faultsOf(text, "", {}, size))[0]!.msg).toContain("is not JSON");
  });

  test("with two lists of requests is rejected", async () => {
    const one = '{"shelf":"a","count":1}';
    const twice = `{"operation":"toy/things","requests":[${one}],"requ\\u0065sts":[${one},${one}]}`;
    expect((await faultsOf(twice))[0]!.msg).toContain("appears more than once");
  });

  test("a batch in JSON is small apart from its requests", async () => {
    const padded = whole({ padding: "x".repeat(limits.otherBody.max) });
    await expect(read(padded)).rejects.toMatchObject({ code: "body_too_large" });
  });
});

/** An endless upload: reading all of it never ends. */
function* endless(line: string) {
  for (;;) yield Buffer.from(line.repeat(100));
}

describe("an endless upload is read no further than", () => {
  const valid = '{"shelf":"a","count":1}';
  const json = '{"operation":"toy/things","requests":[';
  function* then(first: string, line: string) {
    yield Buffer.from(first);
    yield* endless(line);
  }
  const upload = (body: Iterable<Buffer>, contentType: string) =>
    readBatch(readingService, {
      body,
      contentType,
      permit: () => {},
      query: /csv|ndjson/.test(contentType) ? { operation: "toy/things" } : {},
    });

  test.each<[string, Iterable<Buffer>, string, string]>([
    ["the limit limits.batchItems, as NDJSON", endless(`${valid}\n`), "application/x-ndjson", "this one more"],
    ["the limit limits.batchItems, as CSV", then("shelf,count\n", "a,1\r\n"), "text/csv", "this one more"],
    ["the limit limits.batchItems, as JSON", then(json, `${valid},`), "application/json", "this one more"],
    ["the limit limits.batchItems, with its operation last", then('{"requests":[', `${valid},`), "", "this one more"],
    ["a bound on blank lines", endless("\n"), "application/x-ndjson", "has more than 20000 lines"],
    ["a bound on blank lines of CSV", endless("\r"), "text/csv", "has more than 20000 lines"],
    ["its hundredth fault", endless("{}\n"), "application/x-ndjson", "Field required"],
  ])("%s", async (_, body, type, words) => {
    await expect(upload(body, type)).rejects.toMatchObject({
      detail: expect.arrayContaining([expect.objectContaining({ msg: expect.stringContaining(words) })]),
    });
  });

  test.each<[string, Iterable<Buffer>, string]>([
    ["limits.batchBody", then("", `${" ".repeat(60_000)}\n`), "application/x-ndjson"],
    ["limits.callBody in one line", endless(" "), "application/x-ndjson"],
    ["limits.otherBody in one row of CSV", then('shelf,count\n"', "a,"), "text/csv"],
    ["limits.callBody in one request of JSON", then(`${json}{"shelf":"`, "a"), "application/json"],
    ["limits.otherBody besides the requests", endless(" "), "application/json"],
  ])("%s", async (_, body, type) => {
    await expect(upload(body, type)).rejects.toMatchObject({ code: "body_too_large" });
  });
});

test("other work of the process continues while a batch is read", async () => {
  let turns = 0;
  const count = () => {
    turns++;
    handle = setImmediate(count);
  };
  let handle = setImmediate(count);
  const lines = `${JSON.stringify({ shelf: "a", count: 1, tags: Array(20).fill("tag") })}\n`.repeat(10_000);
  await read(lines, "application/x-ndjson", { operation: "toy/things" }, lines.length);
  clearImmediate(handle);
  expect(turns).toBeGreaterThan(1);
});

describe("a batch in lines", () => {
  test.each(["application/x-ndjson", "application/jsonl"])(
    "a batch in lines of %s: empty lines are counted, not read",
    async (type) => {
      const lines = '{"shelf":"a","count":1}\r\n\n  \n{"shelf":"b","count":2}\n';
      const batch = await read(lines, type, { operation: "toy/things", max_cost: 7, webhook: "https://c.example" });
      expect(batch.requests.map(({ shelf }) => shelf)).toEqual(["a", "b"]);
      expect(batch).toMatchObject({ options: { max_cost: 7 }, webhook: "https://c.example" });
      expect(await faultsOf('{"shelf":"a","count":1}\n\nx', type)).toMatchObject([
        { loc: ["body", "line", 3], msg: expect.stringContaining("is not JSON: ") },
      ]);
      expect((await faultsOf(lines, type, {}))[0]!.loc).toEqual(["query", "operation"]);
    },
  );

  test.each([1, 5, 1000])(
    "a batch in lines of CSV in chunks of %i bytes: line breaks within quotes are part of a cell",
    async (size) => {
      const rows = '\uFEFFshelf,count\r\n"a\n""b"",\r\n",1\r\n\r\nc,2\rd,3';
      const { requests } = await read(rows, "text/csv", { operation: "toy/things" }, size);
      expect(requests.map(({ shelf }) => shelf)).toEqual(['a\n"b",\r\n', "c", "d"]);
    },
  );

  test("a batch in lines of CSV has its field names in the first row, and an empty cell leaves the default", async () => {
    const { requests } = await read('shelf, count,fresh,tags\na,1,true,"x,y"\nb,2,,\n', "text/csv; charset=utf-8");
    expect(requests).toMatchObject([
      { shelf: "a", count: 1, fresh: true, tags: ["x", "y"] },
      { shelf: "b", count: 2, fresh: false, tags: [] },
    ]);
  });

  test("a batch in lines of CSV is rejected with the reason and the line as an editor counts it, even below a multi-line cell", async () => {
    expect((await faultsOf('shelf,count\n"a\nb",1\n\n,2\n', "text/csv")).map(({ loc }) => loc)).toEqual([
      ["body", "line", 5, "shelf"],
    ]);
    expect(await faultsOf("shelf,hue\na,red\n", "text/csv")).toMatchObject([
      {
        loc: ["body", "line", 1, "hue"],
        msg: "Value error, is no field of the operation; it has shelf, count, fresh, tags, timeout",
      },
    ]);
    expect((await faultsOf("shelf,count\na,1\nb\n,2\n", "text/csv")).map(({ loc, msg }) => [loc, msg])).toEqual([
      [["body", "line", 3], "Value error, has 1 cells, the first row 2"],
      [["body", "line", 4, "shelf"], "Field required"],
    ]);
    expect(await faultsOf('shelf\nb"c"\n', "text/csv")).toMatchObject([
      { loc: ["body", "line", 2], msg: expect.stringContaining("is not CSV: ") },
    ]);
  });
});

describe("text", () => {
  const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
  const rows = "shelf,count\ncafé,1\nnaïve,2\n";
  test.each<[string, string, Buffer]>([
    ["UTF-8", "text/csv", Buffer.from(rows)],
    ["UTF-8 with a mark", "text/csv; charset=utf-8", Buffer.from(`\uFEFF${rows}`)],
    ["Latin 1", "text/csv; charset=ISO-8859-1", Buffer.from(rows, "latin1")],
    ["windows-1252 in quotes", 'text/csv; charset="windows-1252"', Buffer.from(rows, "latin1")],
    ["UTF-16", "text/csv;charset=utf-16le", Buffer.from(rows, "utf16le")],
    ["UTF-16 with a mark", "text/csv; charset=UTF-16", Buffer.from(`\uFEFF${rows}`, "utf16le")],
    ["UTF-16 with the other mark", "text/csv; charset=UTF-16", swapped(`\uFEFF${rows}`)],
  ])("text is decoded from the declared charset: %s", async (_, type, bytes) => {
    for (const size of [1, 3, 1000]) {
      const { requests } = await read(bytes, type, { operation: "toy/things" }, size);
      expect(requests).toMatchObject([
        { shelf: "café", count: 1 },
        { shelf: "naïve", count: 2 },
      ]);
    }
  });

  test("text of NDJSON and JSON is decoded too", async () => {
    const line = Buffer.from('{"shelf":"café","count":1}\n', "latin1");
    const { requests } = await read(line, "application/x-ndjson; charset=latin1", { operation: "toy/things" });
    expect(requests).toMatchObject([{ shelf: "café" }]);
    const whole = Buffer.from('{"operation":"toy/things","requests":[{"shelf":"café","count":1}]}', "utf16le");
    expect((await read(whole, "application/json; charset=utf-16le")).requests).toMatchObject([{ shelf: "café" }]);
  });

  test("text that is invalid in its charset is rejected with its line, and so is an unknown charset", async () => {
    const latin = Buffer.from("shelf,count\na,1\ncafé,1\n", "latin1");
    const [fault] = await faultsOf(latin, "text/csv");
    expect(fault).toMatchObject({
      loc: ["body", "line", 3],
      msg: expect.stringContaining("is not valid UTF-8; declare"),
    });
    const lines = Buffer.from('{"shelf":"a","count":1}\n{"shelf":"café","count":1}\n', "latin1");
    expect((await faultsOf(lines, "application/x-ndjson"))[0]!.loc).toEqual(["body", "line", 2]);
    const odd = Buffer.concat([Buffer.from("shelf,count\na"), Buffer.from([0x81, 0x20]), Buffer.from(",1\n")]);
    expect((await faultsOf(odd, "text/csv; charset=shift_jis"))[0]!.loc).toEqual(["body", "line", 2]);
    expect((await faultsOf("shelf\n", "text/csv; charset=klingon"))[0]).toMatchObject({
      loc: ["header", "content-type"],
      msg: "Value error, names an unknown charset: klingon",
    });
  });
});

describe("with on_invalid: skip", () => {
  const skip = { operation: "toy/things", on_invalid: "skip" } as const;

  test("valid lines are accepted, and the others are reported by line", async () => {
    const rows = Buffer.from('shelf,count\na,1\ncafé,1\n,2\nb"x",3\nc,3\n', "latin1");
    const { requests, invalid } = await read(rows, "text/csv", skip);
    expect(requests).toMatchObject([{ shelf: "a" }, { shelf: "c" }]);
    expect(invalid.map(({ line, faults }) => [line, faults[0]!.loc])).toEqual([
      [2, ["body", "line", 3]],
      [3, ["body", "line", 4, "shelf"]],
      [4, ["body", "line", 5]],
    ]);
  });

  test("more than a hundred faults are skipped too, even if a JSON body requests it last", async () => {
    const requests = [...Array(200).fill({ shelf: "" }), { shelf: "a", count: 1 }];
    const batch = await read({ ...whole({ requests }), on_invalid: "skip" });
    expect([batch.requests.length, batch.invalid.length]).toEqual([1, 200]);
    const lines = requests.map((one) => JSON.stringify(one)).join("\n");
    expect((await read(lines, "application/x-ndjson", skip)).invalid).toHaveLength(200);
  });

  test("a batch without a valid line is rejected", async () => {
    expect(await faultsOf({ ...whole({ requests: [{ shelf: "" }] }), on_invalid: "skip" })).toHaveLength(2);
  });
});
