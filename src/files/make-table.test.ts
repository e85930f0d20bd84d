import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { unzipSync } from "fflate";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { orNull } from "../contract/shapes.ts";
import { limits } from "../limits/limits.ts";
import { makeTable, type Table, tableColumns } from "./make-table.ts";

const made = (table: Table): Promise<Buffer> => buffer(makeTable(table, (_size, work) => work()));
const inParquet = (file: Buffer) => ({ file: new Uint8Array(file).buffer });

const record = Type.Object({
  id: Type.String(),
  price: orNull(Type.Object({ amount: orNull(Type.Number()), currency: Type.String() })),
  open: orNull(Type.Boolean()),
  tags: Type.Array(Type.String()),
  reviews: orNull(Type.Integer()),
});

async function* repeated(row: unknown, times: number) {
  const line = `${JSON.stringify(row)}\n`;
  for (let at = 0; at < times; at += 1) yield line;
}

test("columns have the type of their field, even nested ones and ones that are empty in every row", async () => {
  const columns = tableColumns(["@line", "id", "price.amount", "price", "open", "tags", "reviews"], record);
  expect(columns.map(({ kind }) => kind).join(" ")).toBe("integer text number text boolean text integer");
  const lines = () =>
    repeated({ "@line": 3, id: "a", price: { amount: null }, open: true, tags: ["x"], reviews: 12 }, 2);
  const { file: bytes } = inParquet(await made({ format: "parquet", columns, lines }));
  expect(
    parquetMetadata(bytes)
      .schema.slice(1)
      .map(({ type }) => type),
  ).toEqual(["INT64", "BYTE_ARRAY", "DOUBLE", "BYTE_ARRAY", "BOOLEAN", "BYTE_ARRAY", "INT64"]);
  const texts = { id: "a", price: '{"amount":null}', tags: '["x"]' };
  const row = { "@line": 3n, ...texts, "price.amount": null, open: true, reviews: 12n };
  expect(await parquetReadObjects({ file: bytes })).toEqual([row, row]);
});

test("a value of another type does not spoil a column of numbers", async () => {
  const columns = tableColumns(["price.amount"], record);
  const lines = () => repeated({ price: { amount: "on request" } }, 1);
  const file = await made({ format: "parquet", columns, lines });
  expect(await parquetReadObjects(inParquet(file))).toEqual([{ "price.amount": null }]);
});

/** More than a slice of either format. */
async function* numbered() {
  for (let id = 0; id < 3_000; id += 1) yield `${JSON.stringify({ id: `${id} ${"ж".repeat(200)}` })}\n`;
}
const numbers = Array.from({ length: 3_000 }, (_, id) => id);

test("records of several slices are all in a Parquet file, in order", async () => {
  const file = await made({ format: "parquet", columns: tableColumns(["id"], record), lines: numbered });
  expect(parquetMetadata(inParquet(file).file).row_groups.length).toBeGreaterThan(1);
  const ids = (await parquetReadObjects(inParquet(file))).map(({ id }) => parseInt(String(id), 10));
  expect(ids).toEqual(numbers);
});

/** Reads a workbook and checks the sum of its sheet, which is listed last: spreadsheets refuse a wrong one. */
function sheetIn(file: Buffer): string {
  const parts = unzipSync(file);
  expect(Object.keys(parts)).toContain("xl/workbook.xml");
  const sheet = Buffer.from(parts["xl/worksheets/sheet1.xml"]!);
  expect(file.readUInt32LE(file.lastIndexOf("PK\x01\x02", undefined, "latin1") + 16)).toBe(crc32(sheet));
  return sheet.toString();
}

test("records of several slices are all in a workbook, in order, and in numbered rows", async () => {
  const file = await made({ format: "xlsx", columns: tableColumns(["id"], record), lines: numbered });
  const cells = [...sheetIn(file).matchAll(/<row r="(\d+)"><c r="A(\d+)" t="inlineStr"><is><t[^>]*>(\d+)/g)];
  expect(cells.map(([, row, place, id]) => [row, place, id].map(Number))).toEqual(
    numbers.map((id) => [id + 2, id + 2, id]),
  );
});

test("a workbook has numbers, truths and texts as such, and no text becomes a formula or breaks the file", async () => {
  const columns = tableColumns(["id", "price.amount", "open", "reviews"], record);
  const hostile = '=1+1 <v>&"\u0000\ufffe\r\n';
  const lines = () => repeated({ id: hostile, price: { amount: 2.5 }, open: true, reviews: null }, 1);
  const sheet = sheetIn(await made({ format: "xlsx", columns, lines }));
  expect(sheet).toContain(
    '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;v&gt;&amp;"&#13;\n</t></is></c><c r="B2"><v>2.5</v></c><c r="C2" t="b"><v>1</v></c></row></sheetData>',
  );
  expect(sheet).toContain('<c r="D1" s="1" t="inlineStr"><is><t xml:space="preserve">reviews</t>');
});

test("a file without records has its columns only", async () => {
  const columns = tableColumns(["id"], record);
  const none = () => repeated({}, 0);
  expect(await parquetReadObjects(inParquet(await made({ format: "parquet", columns, lines: none })))).toEqual([]);
  expect(sheetIn(await made({ format: "xlsx", columns, lines: none })).match(/<row /g)).toHaveLength(1);
});

test("the columns after Z are named AA and so on, as many as a record may have", async () => {
  const names = Array.from({ length: 703 }, (_, nth) => `f${nth}`);
  const columns = names.map((name) => ({ name, kind: "text" as const }));
  const sheet = sheetIn(await made({ format: "xlsx", columns, lines: () => repeated({}, 0) }));
  const places = [...sheet.matchAll(/<c r="([A-Z]+)1"/g)].map(([, letters]) => letters);
  expect([25, 26, 51, 52, 701, 702].map((at) => places[at])).toEqual(["Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});

test("limits.tableBytes: records of more bytes are rejected with advice", async () => {
  const lines = () => repeated({ id: "a".repeat(2 ** 20) }, limits.tableBytes.max / 2 ** 20);
  await expect(made({ format: "xlsx", columns: tableColumns(["id"], record), lines })).rejects.toThrow(
    /Use csv or ndjson/,
  );
});
