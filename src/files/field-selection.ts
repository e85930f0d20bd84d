import type { TSchema } from "typebox";
import type { ValidationItem } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { nearest } from "../contract/nearest.ts";
import { PROVENANCE, type Provenance, provenanceFor } from "../contract/provenance-view.ts";
import { valueAt } from "./value-at.ts";

type Rec = Record<string, unknown>;

/** Selected fields of a record, such as `price.amount` for a nested one. */
export interface Selection {
  /** As requested: the columns of a table. */
  readonly paths: string[];
  /** The record with only those fields, in place. */
  pick(record: Rec): Rec;
  /** The record flattened, one value for each path. */
  row(record: Rec): Rec;
}

/** Selected fields by name; null keeps a field whole. */
interface FieldTree extends Map<string, FieldTree | null> {}

/** Selects fields of a record, or returns a fault for each unknown name. */
export function selectFields(record: TSchema, paths: string[]): Selection | { faults: ValidationItem[] } {
  const faults = paths.flatMap((path) => unknownField(record, path, ["query", "fields"]));
  if (faults.length > 0) return { faults };
  const tree = toFieldTree(paths);
  return {
    paths,
    pick(record) {
      const kept = pickedFrom(record, tree);
      const provenance = record[PROVENANCE] as Provenance | undefined;
      return provenance ? { ...kept, [PROVENANCE]: provenanceFor(provenance, paths) } : kept;
    },
    row: (value) => Object.fromEntries(paths.map((path) => [path, valueAt(value, path.split("."))])),
  };
}

/** A fault if the record has no such field, with the nearest name. */
export function unknownField(record: TSchema, path: string, loc: ValidationItem["loc"]): ValidationItem[] {
  let { properties: fields = {} }: JsonSchema = record;
  for (const [depth, step] of path.split(".").entries()) {
    const field = Object.hasOwn(fields, step) ? fields[step] : undefined;
    if (!field) {
      const names = Object.keys(fields);
      const place = depth === 0 ? "" : ` in ${path.split(".").slice(0, depth).join(".")}`;
      const [near] = nearest(step, names, 1);
      const known = names.length === 0 ? "It has no fields inside it." : `The fields are ${names.join(", ")}.`;
      const msg = `Value error, There is no field "${step}"${place}. ${near ? `Did you mean ${near}? ` : ""}${known}`;
      return [{ type: "value_error", loc, msg, input: path, ctx: { error: {} } }];
    }
    fields = inside(field);
  }
  return [];
}

/** The field at a path without lists; null if there is none. */
export function fieldAt(record: TSchema, path: string): JsonSchema | null {
  let field: JsonSchema | null = record;
  for (const step of path.split(".")) {
    const options: JsonSchema[] = field ? [field, ...(field.anyOf ?? [])] : [];
    field = options.find(({ properties }) => properties?.[step])?.properties?.[step] ?? null;
  }
  return field;
}

const kinds: Record<string, ValueKind> = { string: "text", number: "number", integer: "number", boolean: "flag" };
export type ValueKind = "text" | "number" | "flag";

/** Paths of a record that lead to single values, without lists and fields that no page has ever filled. */
export function valuePaths({ properties = {} }: JsonSchema, before = ""): Array<[path: string, kind: ValueKind]> {
  return Object.entries(properties).flatMap(([name, field]): Array<[string, ValueKind]> => {
    if (field["x-unseen"]) return [];
    const options = [field, ...(field.anyOf ?? [])];
    const [kind] = options.flatMap(({ type }) => [type ?? []].flat()).flatMap((type) => kinds[type] ?? []);
    if (kind !== undefined) return name === "@type" ? [] : [[`${before}${name}`, kind]];
    return options.flatMap((option) => valuePaths(option, `${before}${name}.`));
  });
}

/** The fields of a nested record, also in a list; none for a plain value. */
function inside(field: JsonSchema): Record<string, JsonSchema> {
  if (field.properties) return field.properties;
  if (field.items) return inside(field.items);
  for (const option of field.anyOf ?? []) {
    const found = inside(option);
    if (Object.keys(found).length > 0) return found;
  }
  return {};
}

function toFieldTree(paths: string[]): FieldTree {
  const tree: FieldTree = new Map();
  for (const path of paths) {
    let level = tree;
    const steps = path.split(".");
    for (const [depth, step] of steps.entries()) {
      const known = level.get(step);
      // The whole field was requested, so a part of it adds nothing.
      if (known === null) break;
      if (depth === steps.length - 1) level.set(step, null);
      else {
        const next: FieldTree = known ?? new Map();
        level.set(step, next);
        level = next;
      }
    }
  }
  return tree;
}

function picked(value: unknown, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((entry) => picked(entry, tree));
  return isRecord(value) ? pickedFrom(value, tree) : (value ?? null);
}

function pickedFrom(record: Rec, tree: FieldTree): Rec {
  const kept: Rec = {};
  for (const [name, inner] of tree) {
    const field = record[name] ?? null;
    kept[name] = inner === null ? field : picked(field, inner);
  }
  return kept;
}

const isRecord = (value: unknown): value is Rec => typeof value === "object" && value !== null;
