import { afterEach, expect, test, vi } from "vitest";
import { printError } from "../run-command.ts";
import { firstOf } from "./first-of.ts";
import { ProgressLine } from "./progress-line.ts";
import { choose, type Format, outputFormat, printRecords } from "./records.ts";
import { formatTable } from "./table.ts";

/** Captures one of the outputs as a terminal with this many columns, or as a pipe. */
function watched(name: "stdout" | "stderr", columns?: number): string[] {
  const written: string[] = [];
  vi.spyOn(process[name], "write").mockImplementation((text, ...rest) => {
    written.push(String(text));
    (rest.at(-1) as (() => void) | undefined)?.();
    return true;
  });
  Object.defineProperty(process[name], "isTTY", { value: columns !== undefined, configurable: true });
  Object.defineProperty(process[name], "columns", { value: columns, configurable: true });
  return written;
}
afterEach(() => {
  vi.restoreAllMocks();
  for (const output of [process.stdout, process.stderr]) {
    Reflect.deleteProperty(output, "isTTY");
    Reflect.deleteProperty(output, "columns");
  }
});

const rows = [
  { "@type": "Thing", url: "https://x.example/1", id: 1, price: { amount: 5, old: null }, main_image: "i" },
  { "@type": "Thing", url: "https://x.example/2", id: 2, price: null, main_image: "j", "a.b": "dotted" },
];
const columns = ["@type", "url", "id", "price", "main_image"];

test.each<[Format, string]>([
  ["json", `${JSON.stringify(rows, null, 2)}\n`],
  ["ndjson", rows.map((row) => `${JSON.stringify(row)}\n`).join("")],
  [
    "csv",
    '@type,url,id,price,main_image\r\nThing,https://x.example/1,1,"{""amount"":5,""old"":null}",i\r\nThing,https://x.example/2,2,,j\r\n',
  ],
  [
    "table",
    'id  price                    url                  main_image\n1   {"amount":5,"old":null}  https://x.example/1  i\n2                            https://x.example/2  j\n',
  ],
])("rows as %s: a table puts addresses last and omits the record type", async (output, text) => {
  const written = watched("stdout");
  await printRecords(rows, columns, { output });
  expect(written.join("")).toBe(text);
});

test("chosen fields keep their order, including addresses and the type; a dot selects a nested field", async () => {
  const written = watched("stdout");
  await printRecords(rows, columns, { output: "table", fields: ["url", "price.amount", "@type"] });
  expect(written.join("")).toBe(
    "url                  price.amount  @type\nhttps://x.example/1  5             Thing\nhttps://x.example/2                Thing\n",
  );
  expect(choose(rows[0]!, ["id", "price.amount", "price.old.cents", "none"])).toEqual({
    id: 1,
    "price.amount": 5,
    "price.old.cents": null,
    none: null,
  });
  expect(choose(rows[1]!, ["a.b", "price.amount"])).toEqual({ "a.b": "dotted", "price.amount": null });
  expect(choose(rows[0]!, undefined)).toBe(rows[0]);
});

test("no rows print an empty list, nothing, or only the columns", async () => {
  for (const [output, text] of [
    ["json", "[]\n"],
    ["ndjson", ""],
    ["csv", "id,price\r\n"],
    ["table", "id  price\n"],
  ] as const) {
    const written = watched("stdout");
    await printRecords([], ["id", "price"], { output });
    expect(written.join("")).toBe(text);
    vi.restoreAllMocks();
  }
});

test("a terminal gets a table that fits it, a pipe JSON, unless another format is requested", async () => {
  const written = watched("stdout", 12);
  expect([outputFormat({}), outputFormat({ output: "csv" })]).toEqual(["table", "csv"]);
  await printRecords([{ id: "first", name: "second", more: "third" }], ["id", "name", "more"], {});
  expect(written.join("")).toMatch(/^id\nfirst\n\(2 more columns: name, more; /);
  watched("stdout");
  expect(outputFormat({})).toBe("json");
});

test("a table is cut at 40 characters per cell and at its width; one column is always shown", () => {
  const row = { a: "x".repeat(40), b: "y".repeat(41), c: 0, d: false, e: undefined };
  expect(formatTable([row], ["a", "b", "c", "d", "e"], 200)).toBe(
    `a${" ".repeat(41)}b${" ".repeat(41)}c  d      e\n${"x".repeat(40)}  ${"y".repeat(39)}…  0  false\n`,
  );
  expect(formatTable([{ a: "1234", b: "56" }], ["a", "b"], 8)).toBe("a     b\n1234  56\n");
  expect(formatTable([{ a: "1234", b: "56" }], ["a", "b"], 7)).toBe(
    "a\n1234\n(1 more columns: b; choose with --fields, or --output json)\n",
  );
  expect(formatTable([{ a: "1234", b: "56" }], ["a", "b"], 2)).toMatch(/^a\n1234\n\(1 more/);
  expect(formatTable([{ a: "one\u0007\u0000two\u0085\u007f" }], ["a"], 80)).toBe("a\none two\n");
});

test("an error is a sentence for a human, and a line of JSON for a program", () => {
  const account = watched("stderr", 80);
  printError("it broke", 3, { code: "blocked" });
  expect(account).toEqual(["winnow: it broke\n"]);
  vi.restoreAllMocks();
  const program = watched("stderr");
  printError("it broke", 3, { code: "blocked" });
  printError("again", 1);
  expect(program).toEqual([
    '{"error":{"message":"it broke","exit_code":3,"code":"blocked"}}\n',
    '{"error":{"message":"again","exit_code":1}}\n',
  ]);
});

test("the progress line rewrites itself on a terminal, once per text, and leaves the last text", () => {
  const written = watched("stderr", 6);
  const line = new ProgressLine();
  line.show("one");
  line.show("one");
  line.show("two and more");
  line.end();
  line.end("done");
  expect(written).toEqual(["\r\x1b[Kone", "\r\x1b[Ktwo a", "\r\x1b[K", "\r\x1b[Kdone\n"]);
  vi.restoreAllMocks();
  const pipe = watched("stderr");
  const silent = new ProgressLine();
  silent.show("one");
  silent.end("done");
  expect(pipe).toEqual([]);
});

test("a terminal of unknown width has 80 columns", () => {
  const written = watched("stderr", 6);
  Object.defineProperty(process.stderr, "columns", { value: undefined, configurable: true });
  new ProgressLine().show("x".repeat(100));
  expect(written).toEqual([`\r\x1b[K${"x".repeat(79)}`]);
});

test("the first rows of a list are read, and no more than requested", async () => {
  let read = 0;
  async function* list() {
    for (const row of ["a", "b", "c"]) {
      read += 1;
      yield row;
    }
  }
  expect(await firstOf(list(), 2)).toEqual(["a", "b"]);
  expect(read).toBe(2);
  expect(await firstOf(list(), 0)).toEqual([]);
  expect(read).toBe(2);
  expect(await firstOf(list(), 1)).toEqual(["a"]);
  expect(await firstOf(list(), 9)).toEqual(["a", "b", "c"]);
});
