import { absoluteUrl, toBoolean, toNumber } from "../../../../contract/values.ts";
import { parseAmount } from "../../../../source-kit/written/numbers.ts";
import { parseSeconds } from "../../../../source-kit/written/times.ts";

/** A likely field of a page: its kind, where a row has it, and in how many rows. */
export interface ProposedField {
  name: string;
  kind: "text" | "texts" | "whole" | "decimal" | "amount" | "flag" | "link" | "seconds";
  place: string;
  filled: number;
}

/** The likely list of a page, or the one thing that it is about. */
export interface Proposal {
  kind: "list" | "thing";
  format: "json" | "html";
  /** For JSON in a page's script, the attribute that identifies the script, or the type of the thing in it. */
  script: string | null;
  /** Of the rows, or of the thing: a JSON path, or a selector. */
  at: string;
  count: number;
  fields: ProposedField[];
}

/** The value a row has at a place. */
export interface Column {
  place: string;
  /** Words for the name, the best last. */
  words: string;
  values: unknown[];
}

const MAX_FIELDS = 24;
/** Places that fewer rows have are exceptions. */
const MIN_FILLED = 0.2;

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== "";

/** The columns that tell rows apart, as fields: a unique one is the ID. */
export function proposeFields(columns: readonly Column[], rows: number): ProposedField[] {
  const usable = columns
    .map((column) => ({ ...column, values: column.values.filter(isFilled) }))
    .filter(({ values }) => values.length >= rows * MIN_FILLED && kindOf(values) !== null)
    .filter(({ values }) => rows === 1 || values.length < rows || new Set(values.map(String)).size > 1);
  const id = [/^(?:id|.*(?:[-_ .]|[a-z](?=I))id)$/i, /sku|code|key/i, /href|url|link|name|title/i]
    .flatMap((like) => usable.filter(({ words }) => like.test(words.split(" ").at(-1) ?? "")))
    .find(({ values }) => values.length === rows && new Set(values.map(String)).size === rows);
  const taken = new Set<string>();
  const named = (column: Column) => {
    const words = snake(column.words).split("_");
    for (let from = words.length - 1; from >= 0; from--) {
      const name = words.slice(from).join("_");
      if (/^[a-z]/.test(name) && !taken.has(name)) return name;
    }
    return `${words.at(-1) || "field"}_${taken.size + 1}`.replace(/^(?=\d)/, "field_");
  };
  const fields: ProposedField[] = [];
  for (const column of id ? [id, ...usable.filter((one) => one !== id)] : usable) {
    if (fields.length === MAX_FIELDS) break;
    const name = column === id ? "id" : named(column);
    taken.add(name);
    fields.push({
      name,
      kind: (column === id ? null : kindOf(column.values)) ?? "text",
      place: column.place,
      filled: column.values.length,
    });
  }
  return fields;
}

const snake = (words: string): string =>
  words
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

const AMOUNT = /^[A-Z\p{Sc}]{0,3}\s?\d{1,3}(?:[.,\s]?\d{3})*(?:[.,](?:\d{1,2}|-))?\s?[A-Z\p{Sc}]{0,3}$/u;
const DATE = /^(?:\d{4}-\d\d-\d\d(?:T.*)?|1\d{9}(?:\d{3})?)$/;
const LINK = /^(?:https?:\/\/|\/(?=[\w-]+[/.?-])|\/\/)\S+$/;

/** The narrowest kind first. A value that looks like one must also parse as one. */
const kinds: Array<[ProposedField["kind"], (value: unknown) => boolean]> = [
  ["flag", (value) => toBoolean(value) !== null && /^(?:true|false)$/.test(String(value))],
  ["seconds", (value) => DATE.test(String(value)) && parseSeconds(value, "Z") !== null],
  ["whole", (value) => Number.isInteger(toNumber(value))],
  ["decimal", (value) => toNumber(value) !== null],
  ["link", (value) => LINK.test(String(value)) && absoluteUrl(value, "https://site.example") !== null],
  ["amount", (value) => AMOUNT.test(String(value)) && parseAmount(value) !== null],
];

/** The kind that all values share; null for values that are not a field, such as objects. */
function kindOf(values: readonly unknown[]): ProposedField["kind"] | null {
  if (values.every((value) => Array.isArray(value) && value.every((one) => typeof one === "string"))) return "texts";
  if (values.some((value) => typeof value === "object")) return null;
  return kinds.find(([, fits]) => values.every(fits))?.[0] ?? "text";
}
