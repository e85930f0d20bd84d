import { isObject, type Json } from "../../../../source-kit/json.ts";
import { type Column, type Proposal, proposeFields } from "./fields.ts";

const MIN_ROWS = 3;
const DEEPEST = 3;

/** The longest and richest list of objects in JSON; null if there is none. */
export function proposalInJson(json: unknown, script: string | null = null): Proposal | null {
  let best: Proposal | null = null;
  for (const { path, rows } of listsIn(json, [])) {
    const fields = proposeFields(columnsOf(rows), rows.length);
    if (!best || proposalWeight({ count: rows.length, fields }) > proposalWeight(best))
      best = { kind: "list", format: "json", script, at: path.join("."), count: rows.length, fields };
  }
  return best && best.fields.length > 1 ? best : null;
}

/** Many rows are good, and many fields that most of them fill are better: menus and filters are long but poor. */
export const proposalWeight = ({ count, fields }: Pick<Proposal, "count" | "fields">): number =>
  Math.sqrt(count) * fields.reduce((sum, { filled }) => sum + filled / count, 0);

/** The object with the most values of its own; null if there is none. */
export function thingInJson(json: unknown, script: string | null = null): Proposal | null {
  const own = (thing: Json) =>
    Object.values(thing).filter((value) => value !== null && typeof value !== "object").length;
  const things = [...thingsIn(json, [])].sort((a, b) => own(b.thing) - own(a.thing));
  const [best] = things;
  if (!best) return null;
  const fields = proposeFields(columnsOf([best.thing]), 1);
  return fields.length > 1
    ? { kind: "thing", format: "json", script, at: best.path.join("."), count: 1, fields }
    : null;
}

/** A page is not about what one of its lists contains. */
function* thingsIn(value: unknown, path: string[]): Generator<{ path: string[]; thing: Json }> {
  if (!isObject(value)) return;
  yield { path, thing: value };
  for (const [key, inner] of Object.entries(value)) if (!key.includes(".")) yield* thingsIn(inner, [...path, key]);
}

/** A path cannot contain keys with a dot. */
function* listsIn(value: unknown, path: string[]): Generator<{ path: string[]; rows: Json[] }> {
  if (Array.isArray(value)) {
    const rows = value.filter(isObject);
    if (rows.length >= MIN_ROWS && rows.length === value.length) yield { path, rows };
    // A list inside a list belongs to a row, except in a list of one.
    if (value.length === 1) yield* listsIn(value[0], [...path, "0"]);
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) if (!key.includes(".")) yield* listsIn(inner, [...path, key]);
  }
}

function columnsOf(rows: readonly Json[]): Column[] {
  const columns = new Map<string, Column>();
  const note = (value: unknown, path: string[], nth: number) => {
    if (isObject(value) && path.length < DEEPEST) {
      for (const [key, inner] of Object.entries(value))
        if (!key.includes(".") && !/^(?:__|@)/.test(key)) note(inner, [...path, key], nth);
      return;
    }
    const place = path.join(".");
    const column = columns.get(place) ?? { place, words: path.join(" "), values: [] };
    column.values[nth] = value;
    columns.set(place, column);
  };
  for (const [nth, row] of rows.entries()) note(row, [], nth);
  return [...columns.values()];
}
