import { BrokenManifest } from "./broken-manifest.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Source } from "./source.ts";

interface Loaded {
  file: string;
  source: Source;
}

/**
 * Two schemas with the same title would be merged in the reference page and the client's types, so different schemas may
 * not share one. The same schema may appear several times.
 */
export function refuseSharedTitles(sources: Loaded[]): void {
  const known = new Map<string, { text: string; path: string }>();
  for (const { source, file } of sources) {
    for (const operation of source.operations) {
      for (const schema of titledIn([operation.request, operation.record])) {
        const text = JSON.stringify(schema);
        const { title = "" } = schema;
        const other = known.get(title);
        if (other && other.text !== text) {
          const why = `is called ${title}, and so is another of ${other.path}: give one of them another title`;
          throw new BrokenManifest(file, `a schema of ${operation.path}`, why);
        }
        known.set(title, { text, path: operation.path });
      }
    }
  }
}

function titledIn(schemas: JsonSchema[]): JsonSchema[] {
  return schemas.flatMap((schema) => {
    const inside = titledIn([
      ...Object.values(schema.properties ?? {}),
      ...(schema.items ? [schema.items] : []),
      ...(schema.anyOf ?? []),
    ]);
    return schema.title === undefined ? inside : [schema, ...inside];
  });
}

export function refuseSharedPaths(sources: Loaded[]): void {
  const taken = new Map<string, string>();
  for (const { source, file } of sources) {
    for (const { path } of source.operations) {
      const other = taken.get(path);
      if (other) throw new BrokenManifest(file, "operations", `repeats ${path} of ${other}`);
      taken.set(path, source.name);
    }
  }
}
