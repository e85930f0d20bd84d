import { canaryBody, requestDefaults } from "../contract/canary.ts";
import { fieldLookup, lookupBody } from "../contract/lookup.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";

type Body = Record<string, unknown>;
type Run = (operation: Operation, body: Body) => Promise<readonly object[]>;

interface FieldSchema {
  type?: string;
  enum?: unknown[];
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
}

/** Pairs of bodies that differ only in some fields, such as those of one part of the question. */
export async function* questionPairs(
  source: Source,
  operation: Operation,
  fields: readonly string[],
  run: Run,
): AsyncGenerator<[asked: Body, other: Body]> {
  const bodies = operation.examples.map((example) => ({ ...requestDefaults(operation), ...example }));
  for (const asked of bodies) {
    for await (const other of alternatives(source, operation, fields, bodies, run)) {
      const changed = { ...asked, ...other };
      if (JSON.stringify(changed) !== JSON.stringify(asked)) yield [asked, changed];
    }
  }
}

/** Other values of some fields: those of other examples and canaries, of the schema, and of the field's lookup. */
async function* alternatives(
  source: Source,
  operation: Operation,
  fields: readonly string[],
  bodies: Body[],
  run: Run,
): AsyncGenerator<Body> {
  const resource = operation.path.replace(`/api/${source.name}/`, "");
  const canaries = (source.canaries.live[resource] ?? []).map(({ request }) =>
    canaryBody(operation, request, Date.now()),
  );
  for (const body of [...bodies, ...canaries]) {
    const given = Object.fromEntries(fields.filter((field) => field in body).map((field) => [field, body[field]]));
    if (Object.keys(given).length > 0) yield given;
  }
  for (const field of fields) {
    const schema: FieldSchema = operation.request.properties[field] ?? {};
    for (const value of schemaValues(schema)) yield { [field]: value };
    for (const value of await lookedUp(source, operation, field, run)) yield { [field]: value };
  }
}

function schemaValues(schema: FieldSchema): unknown[] {
  const { type, enum: values = [], items, minimum = 0, examples = [] } = schema.anyOf?.[0] ?? schema;
  const typed: Record<string, unknown[]> = {
    boolean: [true, false],
    integer: [minimum + 2],
    array: items ? schemaValues(items).map((item) => [item]) : [],
  };
  return [schema.default, ...values, ...examples, ...(schema.examples ?? []), ...(typed[type ?? ""] ?? [])].filter(
    (value) => value !== undefined,
  );
}

async function lookedUp(source: Source, operation: Operation, field: string, run: Run): Promise<unknown[]> {
  const lookup = fieldLookup(operation.request.properties[field]);
  const other = source.operations.find(({ path }) => path === lookup?.operation);
  if (!lookup || !other) return [];
  const records = await run(other, { ...requestDefaults(other), ...lookupBody(lookup, "", {}), ...other.examples[0] });
  return records.slice(0, 3).map((record) => Reflect.get(record, lookup.field));
}
