import { describe, expect, test } from "vitest";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { sharedBench } from "./shared-bench.ts";

interface Field {
  description?: string;
  title?: string;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
  "x-unseen"?: boolean;
}

/** Checks that every field at any depth has a description, and that fields declared as never filled are empty. */
export function meaningSuite(source: Source, operation: Operation): void {
  describe("the fields of its records", () => {
    const bench = sharedBench(source);
    const fields = fieldsOf(operation.record);

    test("each has a description, a full sentence", () => {
      const wordless = fields.filter(({ field }) => !/^\S.*[.]$/.test(field.description ?? ""));
      expect(wordless.map(({ path }) => path)).toEqual([]);
    });

    const unseen = fields.filter(({ field }) => field["x-unseen"]).map(({ path }) => path);
    test.runIf(unseen.length > 0)("are null if the site was never seen to fill them", async () => {
      const records = await Promise.all(operation.examples.map((example) => bench.run(operation, example)));
      const filled = new Set(records.flat().flatMap((record) => [...filledPaths(record)]));
      expect(unseen.filter((path) => filled.has(path))).toEqual([]);
    });
  });
}

function fieldsOf(record: Field, parents: string[] = [], path = ""): Array<{ path: string; field: Field }> {
  const { title = path, properties = {} } = record;
  if (parents.includes(title)) return [];
  return Object.entries(properties).flatMap(([name, field]) => [
    { path: path + name, field },
    ...[field.items, ...(field.anyOf ?? [])].flatMap((inside) =>
      inside?.properties ? fieldsOf(inside, [...parents, title], `${path}${name}.`) : [],
    ),
  ]);
}

function* filledPaths(value: unknown, path = ""): Generator<string> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* filledPaths(item, path);
    return;
  }
  if (path !== "") yield path;
  if (typeof value !== "object") return;
  for (const [name, inside] of Object.entries(value))
    yield* filledPaths(inside, path === "" ? name : `${path}.${name}`);
}
