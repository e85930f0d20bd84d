import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { orNull } from "../contract/shapes.ts";
import { limits } from "../limits/limits.ts";
import { columnsOf, makeTable } from "./make-table.ts";

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
  const columns = columnsOf(["@line", "id", "price.amount", "price", "open", "tags", "reviews"], record);
  expect(columns.map(({ kind }) => kind).join(" ")).toBe("integer text number text boolean text integer");
  const lines = () =>
    repeated({ "@line": 3, id: "a", price: { amount: null }, open: true, tags: ["x"], reviews: 12 }, 2);
  const bytes = new Uint8Array(await makeTable({ format: "parquet", columns, lines })).buffer;
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
  const columns = columnsOf(["price.amount"], record);
  const lines = () => repeated({ price: { amount: "on request" } }, 1);
  const file = await makeTable({ format: "parquet", columns, lines });
  expect(await parquetReadObjects({ file: new Uint8Array(file).buffer })).toEqual([{ "price.amount": null }]);
});

test("records of several chunks are all in the file, in order", async () => {
  const columns = columnsOf(["id"], record);
  async function* lines() {
    for (let id = 0; id < 3_000; id += 1) yield `${JSON.stringify({ id: `${id} ${"ж".repeat(200)}` })}\n`;
  }
  const file = await makeTable({ format: "parquet", columns, lines });
  const ids = (await parquetReadObjects({ file: new Uint8Array(file).buffer })).map(({ id }) =>
    parseInt(String(id), 10),
  );
  expect(ids).toEqual(Array.from({ length: 3_000 }, (_, id) => id));
});

test("limits.tableBytes: records of more bytes are rejected with advice", async () => {
  const lines = () => repeated({ id: "a".repeat(2 ** 20) }, limits.tableBytes.max / 2 ** 20);
  await expect(makeTable({ format: "xlsx", columns: columnsOf(["id"], record), lines })).rejects.toThrow(
    /Use csv or ndjson/,
  );
});
