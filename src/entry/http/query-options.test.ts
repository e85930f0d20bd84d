import { expect, test } from "vitest";
import type { Entry } from "../../service/registry.ts";
import { jsonRecord, list, sub, text } from "../../source-kit/record.ts";
import { readQueryOptions } from "./query-options.ts";

const Part = jsonRecord("Part", { name: text().meaning("A text."), size: text().meaning("A text.") });
const record = jsonRecord("Whole", {
  id: text().meaning("A text."),
  part: sub(Part).meaning("A part."),
  parts: list(Part).meaning("A list."),
});
const request = { properties: { count: {} } };
const entry = { operation: { record, request } } as unknown as Entry;
const whole = { id: "1", part: { name: "a", size: "b" }, parts: [{ name: "c", size: "d" }] };
const faults = (query: Record<string, string | string[]>): unknown => {
  try {
    return readQueryOptions(query, entry) && null;
  } catch (error) {
    return (error as { detail: Array<{ loc: unknown }> }).detail.map(({ loc }) => loc);
  }
};

test.each(["", "true", "TRUE", "1", "yes", "Yes", "on", "ON"])("dry_run=%j is a dry run", (dry_run) => {
  expect(readQueryOptions({ dry_run }, entry).flags).toEqual({ dry_run: true });
});

test.each(["false", "FALSE", "0", "no", "off"])("dry_run=%j is not", (dry_run) => {
  expect(readQueryOptions({ dry_run }, entry).flags).toEqual({});
});

test.each(["maybe", "2", " true", "t", "constructor"])("dry_run=%j is 422", (dry_run) => {
  expect(faults({ dry_run })).toEqual([["query", "dry_run"]]);
});

test("a parameter that is given twice is 422", () => {
  for (const name of ["dry_run", "fields", "provenance"])
    expect(faults({ [name]: ["id", "id"] })).toEqual([["query", name]]);
});

test.each([
  ["page", 'There is no query parameter "page". There are: dry_run, fields, provenance.'],
  ["", 'There is no query parameter "". There are: dry_run, fields, provenance.'],
  ["field", 'There is no query parameter "field". Did you mean fields? There are: dry_run, fields, provenance.'],
  ["Fields", 'There is no query parameter "Fields". Did you mean fields? There are: dry_run, fields, provenance.'],
  ["count", 'There is no query parameter "count". There are: dry_run, fields, provenance. Send count in the body.'],
  ["constructor", 'There is no query parameter "constructor". There are: dry_run, fields, provenance.'],
])("an unknown parameter is 422 with the nearest name: %j", (name, msg) => {
  expect(() => readQueryOptions({ [name]: "1" }, entry)).toThrow(msg);
});

test("similar names are 422", () => {
  for (const name of ["dryRun", "DRY_RUN", "dry-run", "dry_run[]"])
    expect(faults({ [name]: "1" })).toEqual([["query", name]]);
});

test("chosen fields keep their order, and are the columns of a table", () => {
  const { selection } = readQueryOptions({ fields: "id, part.name,parts.size" }, entry);
  expect(selection!.pick(whole)).toEqual({ id: "1", part: { name: "a" }, parts: [{ size: "d" }] });
  expect(selection!.row(whole)).toEqual({ id: "1", "part.name": "a", "parts.size": ["d"] });
  expect(selection!.pick({ ...whole, part: null })).toMatchObject({ part: null });
  expect(readQueryOptions({ fields: "part,part.name" }, entry).selection!.pick(whole)).toEqual({ part: whole.part });
});

test.each(["nme", "", "id.x", "part.nme", "constructor", "id,,part"])("fields=%j is 422", (fields) => {
  expect(faults({ fields })).toEqual([["query", "fields"]]);
});
