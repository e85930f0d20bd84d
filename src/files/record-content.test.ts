import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { WinnowError } from "../contract/errors.ts";
import type { Entry } from "../service/registry.ts";
import { type RecordsQuery, recordContent, recordTypes } from "./record-content.ts";
import type { StoredRows } from "./stored-rows.ts";
import type { TableFiles } from "./table-files.ts";

const entry = {
  operation: {
    record: { properties: { "@type": { type: "string" }, id: { type: "string" }, name: { type: "string" } } },
  },
} as unknown as Entry;
const rows = ["a", "b", "c", "d", "e"].map((id) => ({ "@type": "Thing", id, name: `thing ${id}` }));

/** Records as they are stored, by line. */
function counted(records: Array<{ "@line"?: number; id: string }>): StoredRows {
  const counts = new Map<number, number>();
  for (const { "@line": line = 0 } of records) counts.set(line, (counts.get(line) ?? 0) + 1);
  return {
    origin: { accountId: "a", name: "things", expiresAt: 0 },
    recalled: [],
    lines: Uint32Array.from(counts.keys()),
    counts: Uint32Array.from(counts.values()),
    async *rows() {
      for (const { "@line": line = 0, ...record } of records) yield { line, json: Buffer.from(JSON.stringify(record)) };
    },
  };
}

/** Makes no files. */
const tables: TableFiles = { open: async () => ({ id: "none", size: 0, async *read() {} }) };

async function ask(query: RecordsQuery = {}, accept: string | undefined = "application/json") {
  const { type, headers, body } = await recordContent(() => counted(rows), {
    ...query,
    entry,
    accept,
    fileName: "things",
    tables,
  });
  return { type, headers: headers as Record<string, string>, body: await text(body.whole()) };
}
const idsOf = async (query: RecordsQuery) =>
  (JSON.parse((await ask(query)).body) as Array<{ id: string }>).map(({ id }) => id).join("");

test("stored records are returned all at once, or page by page until none are left", async () => {
  const whole = await ask();
  expect([JSON.parse(whole.body), whole.headers, whole.type]).toEqual([
    rows,
    { "x-results-count": "5" },
    "application/json",
  ]);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const wanted = { limit: 2, ...(cursor !== undefined && { cursor }) };
    seen.push(await idsOf(wanted));
    cursor = (await ask(wanted)).headers["x-next-cursor"];
  } while (cursor !== undefined);
  expect(seen).toEqual(["ab", "cd", "e"]);
  expect(await idsOf({ cursor: cursorOf(["records", 0, 3]) })).toBe("de");
  expect(await idsOf({ limit: 5 })).toBe("abcde");
  expect((await ask({ limit: 5 })).headers).toEqual({ "x-results-count": "5" });
});

test("a page of a batch starts at its line, however many earlier lines have ended in the meantime", async () => {
  const of = (line: number, ...ids: string[]) => ids.map((id) => ({ "@line": line, "@type": "Thing", id, name: id }));
  const asked: number[] = [];
  const page = async (lines: ReturnType<typeof of>, query: RecordsQuery) => {
    const from = (line: number) => {
      asked.push(line);
      return counted(lines.filter((row) => row["@line"] >= line));
    };
    const { headers, body } = await recordContent(from, {
      ...query,
      entry,
      accept: undefined,
      before: ["@line"],
      tables: null,
    });
    const ids = (JSON.parse(await text(body.whole())) as typeof rows).map(({ id }) => id).join("");
    return { ids, cursor: (headers as Record<string, string>)["x-next-cursor"]! };
  };
  const later = of(5, "e", "f", "g", "h");
  const first = await page([...of(2, "b"), ...later], { limit: 3 });
  expect(first.ids).toBe("bef");
  const all = [...of(1, "a"), ...of(2, "b"), ...of(3, "c"), ...later];
  const second = await page(all, { limit: 1, cursor: first.cursor });
  expect(second.ids).toBe("g");
  expect((await page(all, { cursor: second.cursor })).ids).toBe("h");
  expect(asked).toEqual([0, 5, 5]);
});

const cursorOf = (values: unknown[]) => Buffer.from(JSON.stringify(values)).toString("base64url");

test("an invalid cursor or field is rejected by name", async () => {
  for (const values of [
    ["records", 0],
    ["requests", 0, 3],
    ["records", 0, 1e10],
    ["records", 9, 1],
  ]) {
    const cursor = cursorOf(values);
    await expect(ask({ cursor }), cursor).rejects.toMatchObject({ name: "BadCursor", cursor });
  }
  await expect(ask({ fields: "id,nmae" })).rejects.toMatchObject({ detail: [{ loc: ["query", "fields"] }] });
});

test("records are returned in the requested format with the requested fields", async () => {
  const lines = await ask({ limit: 2 }, "application/x-ndjson");
  expect([lines.type, lines.body]).toEqual([
    "application/x-ndjson",
    `${JSON.stringify(rows[0])}\n${JSON.stringify(rows[1])}\n`,
  ]);
  const table = await ask({ limit: 1 }, "text/csv");
  expect([table.type, table.body]).toEqual(["text/csv; charset=utf-8", "@type,id,name\r\nThing,a,thing a\r\n"]);
  expect((await ask({ fields: "id", format: "csv" })).headers["content-disposition"]).toBe(
    'attachment; filename="things.csv"',
  );
  expect(JSON.parse((await ask({ fields: "name", limit: 1 })).body)).toEqual([{ name: "thing a" }]);
});

test("the length of text is that of its bytes, and is not found for a reader who has left", async () => {
  const wide = counted([
    { id: "ü", "@line": 1 },
    { id: "你好", "@line": 2 },
  ]);
  for (const format of ["json", "ndjson", "csv"] as const) {
    const { body } = await recordContent(() => wide, { format, entry, accept: undefined, before: ["@line"], tables });
    const whole = await buffer(body.whole());
    expect(await body.size(new AbortController().signal)).toBe(whole.length);
    await expect(body.size(AbortSignal.abort())).rejects.toThrow();
  }
});

test("the Accept header selects every format that the parameter `format` has", async () => {
  for (const type of recordTypes.types) expect((await ask({}, type)).type.split(";")[0]).toBe(type);
});

test("a type that is not offered is rejected, not replaced by another", async () => {
  const failure = await ask({}, "application/pdf").catch((error: WinnowError) => error);
  expect(failure).toMatchObject({ code: "not_acceptable", status: 406 });
  expect((await ask({}, "application/pdf, */*;q=0.1")).type).toBe("application/json");
});
