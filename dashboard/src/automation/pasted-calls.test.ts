import { expect, test } from "vitest";
import type { FieldSchema, OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { listedFields, pastedFile } from "./pasted-calls.ts";

const operationOf = (required: string[], properties: Record<string, FieldSchema>) =>
  ({ request: { title: "", required, properties }, examples: [] }) as unknown as OperationView;

const count: FieldSchema = { type: "integer" };
const text: FieldSchema = { type: "string" };
const optional: FieldSchema = { anyOf: [text, { type: "null" }] };
const search = operationOf(["keyword", "count"], { keyword: text, count, location: optional });
const calls = async (pasted: string, field = "keyword") => {
  const file = pastedFile(pasted, search, { field, body: { count: 20 } });
  return [file.name, await file.text()];
};

test.each([
  ["the one text that each call needs", search, ["keyword"]],
  [
    "any text if none is needed",
    operationOf(["count"], { city: optional, region: optional, count }),
    ["city", "region"],
  ],
  ["numbers if there is no text", operationOf(["id"], { id: count }), ["id"]],
])("a pasted list is of %s", (_, operation, fields) => {
  expect(listedFields(operation)).toEqual(fields);
});

test("each line of a list is a call with the form's other fields, commas and all; empty lines are no calls", async () => {
  expect(await calls(" lamp \r\n\r\nchair, blue\n")).toEqual([
    "pasted.ndjson",
    '{"count":20,"keyword":"lamp"}\n{"count":20,"keyword":"chair, blue"}',
  ]);
});

test("a column that is copied with its heading is of the field that the heading names", async () => {
  expect((await calls("location\nLisbon", "keyword"))[1]).toBe('{"count":20,"location":"Lisbon"}');
  expect((await calls("count\n7"))[1]).toBe('{"count":7}');
});

test("a table under field names is sent as CSV, also with the tabs that sheets copy", async () => {
  expect(await calls("keyword,count\nlamp,5")).toEqual(["pasted.csv", "keyword,count\nlamp,5"]);
  expect(await calls('keyword\tcount\nlamp, "old"\t5')).toEqual(["pasted.csv", 'keyword,count\n"lamp, ""old""",5']);
});

test("lines of JSON are sent as they are", async () => {
  expect(await calls('{"keyword":"lamp","count":1}')).toEqual(["pasted.ndjson", '{"keyword":"lamp","count":1}']);
});
