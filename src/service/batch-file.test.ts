import { expect, test } from "vitest";
import { defineRecord, text, whole } from "../contract/record.ts";
import { batchFile, batchFileTypes } from "./batch-file.ts";
import { jobEvents } from "./job-events.ts";
import type { RecordRow } from "./jobs-api.ts";
import type { Entry } from "./registry.ts";
import type { JobView } from "./work-views.ts";

const record = defineRecord("Toy", { id: text("A text."), price: whole("A number.") });
const entry = { operation: { record } } as unknown as Entry;
const rows = [
  { "@line": 1, "@type": "Toy", id: "a,b", price: 5 },
  { "@line": 2, "@type": "Toy", id: "=c", price: null },
] as unknown as RecordRow[];

async function* given<T>(list: T[]): AsyncGenerator<T, void, undefined> {
  yield* list;
}
const fileOf = async (format: keyof typeof batchFile, list = rows) =>
  (await Array.fromAsync(batchFile[format](given(list), entry))).join("");

test("JSON is one list, also of one record and of none", async () => {
  expect(JSON.parse(await fileOf("json"))).toEqual(rows);
  expect(JSON.parse(await fileOf("json", rows.slice(1)))).toEqual(rows.slice(1));
  expect(await fileOf("json", [])).toBe("[]");
});

test("NDJSON is a line a record", async () => {
  expect(await fileOf("ndjson")).toBe(`${JSON.stringify(rows[0])}\n${JSON.stringify(rows[1])}\n`);
  expect(await fileOf("ndjson", [])).toBe("");
});

test("CSV begins with the line of the batch and the fields of the operation", async () => {
  expect(await fileOf("csv")).toBe(`@line,@type,id,price\r\n1,Toy,"a,b",5\r\n2,Toy,'=c,\r\n`);
  expect(await fileOf("csv", [])).toBe("@line,@type,id,price\r\n");
});

test("each has its content type", () => {
  expect(batchFileTypes).toEqual({
    json: "application/json",
    ndjson: "application/x-ndjson",
    csv: "text/csv; charset=utf-8",
  });
});

test("a job's events are numbered from 1: progress while it goes on, then one named after its end", async () => {
  const views = [
    { id: "j", status: "queued", ended_at: null },
    { id: "j", status: "running", ended_at: null },
    { id: "j", status: "succeeded", ended_at: "2027-03-01T12:00:00.000Z" },
  ] as unknown as JobView[];
  const told = (await Array.fromAsync(jobEvents(given(views)))).join("");
  expect(told).toBe(
    [
      "retry: 2000",
      `id: 1\nevent: progress\ndata: ${JSON.stringify(views[0])}`,
      `id: 2\nevent: progress\ndata: ${JSON.stringify(views[1])}`,
      `id: 3\nevent: succeeded\ndata: ${JSON.stringify(views[2])}`,
      "",
    ].join("\n\n"),
  );
});
