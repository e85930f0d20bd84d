import { expect, test } from "vitest";
import type { Lookup } from "../contract/fields.ts";
import { findSources } from "../find-sources.ts";
import { createRegistry } from "./registry.ts";

const registry = createRegistry(await findSources());
const fed = registry.entries.flatMap(({ name, operation }) =>
  Object.entries(operation.request.properties as Record<string, { "x-lookup"?: Lookup }>).flatMap(([field, schema]) =>
    schema["x-lookup"] ? [{ name, field, lookup: schema["x-lookup"] }] : [],
  ),
);

test.each(fed)("$field of $name is found with an operation that there is, in a field that it has", ({ lookup }) => {
  expect(Object.keys(registry.byPath(lookup.operation)?.operation.record.properties ?? {})).toContain(lookup.field);
});
