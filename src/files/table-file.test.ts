import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { orNull } from "../contract/shapes.ts";
import { limits } from "../limits/limits.ts";
import { columnsOf, tableFile } from "./table-file.ts";

const record = Type.Object({
  id: Type.String(),
  price: orNull(Type.Object({ amount: orNull(Type.Number()), currency: Type.String() })),
  open: orNull(Type.Boolean()),
  tags: Type.Array(Type.String()),
});

async function* repeated(row: unknown[], times: number) {
  for (let at = 0; at < times; at += 1) yield row;
}

test("columns have the type of their field, even nested ones and ones that are empty in every row", async () => {
  const columns = columnsOf(["id", "price.amount", "price", "open", "tags"], record);
  expect(columns.map(({ kind }) => kind)).toEqual(["text", "number", "text", "boolean", "text"]);
  const file = await tableFile("parquet", columns, repeated(["a", null, { amount: null }, true, ["x"]], 2));
  const bytes = new Uint8Array(file).buffer;
  expect(
    parquetMetadata(bytes)
      .schema.slice(1)
      .map(({ type }) => type),
  ).toEqual(["BYTE_ARRAY", "DOUBLE", "BYTE_ARRAY", "BOOLEAN", "BYTE_ARRAY"]);
  const row = { id: "a", "price.amount": null, price: '{"amount":null}', open: true, tags: '["x"]' };
  expect(await parquetReadObjects({ file: bytes })).toEqual([row, row]);
});

test("a value of another type does not spoil a number column", async () => {
  const columns = columnsOf(["price.amount"], record);
  const file = await tableFile("parquet", columns, repeated(["on request"], 1));
  expect(await parquetReadObjects({ file: new Uint8Array(file).buffer })).toEqual([{ "price.amount": null }]);
});

test("a file of limits.tableRows rows is created, one with more is rejected with advice", async () => {
  const columns = columnsOf(["id"], record);
  await tableFile("parquet", columns, repeated(["a"], limits.tableRows.most));
  await expect(tableFile("xlsx", columns, repeated(["a"], limits.tableRows.most + 1))).rejects.toThrow(
    /Use csv or ndjson/,
  );
});
