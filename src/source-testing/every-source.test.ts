import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fieldLookup } from "../contract/lookup.ts";
import { findSources } from "../sources/find-sources.ts";

const sources = await findSources();

test.each(sources.map(({ name }) => name))("%s runs the suite for all sources", (name) => {
  const file = join(import.meta.dirname, "../sources", name, "suite.test.ts");
  expect(readFileSync(file, "utf8")).toContain("sourceSuite(source");
});

const fed = sources.flatMap((source) =>
  source.operations.flatMap((operation) =>
    Object.entries(operation.request.properties as Record<string, object>).flatMap(([field, schema]) => {
      const lookup = fieldLookup(schema);
      return lookup ? [[operation.path, field, lookup, operation, source] as const] : [];
    }),
  ),
);

test.each(fed)("%s: the lookup of %s names an operation and fields that exist", (_path, field, lookup, own, source) => {
  const feeding = source.operations.find(({ path }) => path === lookup.operation)!;
  const [requested, found] = [Object.keys(feeding.request.properties), Object.keys(feeding.record.properties)];
  const { label, search = "query", along = [], where = {}, also = {}, results } = lookup;
  expect(found).toEqual(
    expect.arrayContaining([lookup.field, ...(label ?? []), ...Object.keys(where), ...Object.keys(also)]),
  );
  if (label) expect(label.length).toBeGreaterThan(0);
  if (results !== undefined) expect(found).toContain(results);
  expect(requested).toEqual(expect.arrayContaining([...(search === null ? [] : [search]), ...along]));
  const here = Object.keys(own.request.properties);
  if (feeding.path !== "/api/hkproperty/estates/units") expect(here).toEqual(expect.arrayContaining(along));
  expect(Object.values(where)).toEqual(Object.keys(where).map(() => field));
  for (const settled of Object.values(also)) expect(here).toContain(settled);
  // A lookup that depends on the rest of the request receives it: at least the language of names.
  if (requested.some((name) => /^lang/.test(name)) && here.some((name) => /^lang/.test(name)))
    expect(along).toContainEqual(expect.stringMatching(/^lang/));
});

test.each(sources.flatMap(({ operations }) => operations.map(({ path, description }) => [path, description] as const)))(
  "%s is described in full sentences",
  (_path, description) => {
    expect(description).toMatch(/^[A-Z].*\.$/s);
    expect(description).not.toMatch(/ {2}/);
  },
);
