import { parseDocument } from "htmlparser2";
import { all } from "../source-kit/html.ts";
import { scriptJson } from "../source-kit/stand-in/markup.ts";

/**
 * Removes rows from a page as it is on the wire: the entries of JSON lists (also in scripts and in interned tables) and the
 * elements of HTML that hold these ids. Knows nothing of the reader: a row is the widest part of the page with one id.
 */
export function withoutRows(text: string, ids: readonly string[], gone: ReadonlySet<string>): string {
  const trimmed = text.trimStart();
  if (trimmed.startsWith("<")) return withoutElements(withoutScriptRows(text, ids, gone), ids, gone);
  const value: unknown = JSON.parse(trimmed);
  return JSON.stringify(isTable(value) ? withoutTableRows(value, ids, gone) : withoutJsonRows(value, ids, gone));
}

/** The ids of a page, each once, in the page's order. */
export const idsIn = (text: string, ids: readonly string[]): string[] => [
  ...new Set([...text.matchAll(anyOf(ids))].map(([id]) => id)),
];

const anyOf = (ids: readonly string[]): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])(?:${ids.map((id) => RegExp.escape(id)).join("|")})(?![A-Za-z0-9])`, "g");

type Holds = (value: unknown) => string[];

/** Drops the entries of each list whose entries hold one id each. */
function withoutJsonRows(value: unknown, ids: readonly string[], gone: ReadonlySet<string>): unknown {
  const holds: Holds = (part) => idsIn(JSON.stringify(part) ?? "", ids);
  const walk = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null || holds(part).length === 0) return part;
    if (!Array.isArray(part)) return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
    const kept = part.filter((entry) => !isGone(holds(entry), gone));
    return kept.map((entry) => (holds(entry).length > 1 ? walk(entry) : entry));
  };
  return walk(value);
}

const isGone = ([id, ...others]: string[], gone: ReadonlySet<string>): boolean =>
  id !== undefined && others.length === 0 && gone.has(id);

/** An array in which lists and objects name their parts by index. */
const isTable = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.some((entry) => typeof entry === "object" && entry !== null && "_1" in entry);

function withoutTableRows(table: unknown[], ids: readonly string[], gone: ReadonlySet<string>): unknown[] {
  const known = new Set(ids);
  const holds = (at: unknown, seen = new Set<unknown>()): string[] => {
    if (typeof at !== "number" || at < 0 || seen.has(at)) return [];
    seen.add(at);
    const entry = table[at];
    if (typeof entry === "string") return known.has(entry) ? [entry] : [];
    if (typeof entry !== "object" || entry === null) return [];
    return Object.values(entry).flatMap((inner: unknown) => holds(inner, seen));
  };
  return table.map((entry) => (Array.isArray(entry) ? entry.filter((at) => !isGone(holds(at), gone)) : entry));
}

/** A script has its data as an object, or as text in a string. */
function withoutScriptRows(html: string, ids: readonly string[], gone: ReadonlySet<string>): string {
  const changed = (json: string, change: (value: never) => unknown) => {
    try {
      return scriptJson(change(JSON.parse(json) as never));
    } catch {
      return json;
    }
  };
  return html.replace(/(?<=<script\b[^>]*>)[\s\S]*?(?=<\/script>)/g, (code) => {
    const [start, end] = [code.indexOf("{"), code.lastIndexOf("}") + 1];
    const data = changed(code.slice(start, end), (value) => withoutJsonRows(value, ids, gone));
    if (data !== code.slice(start, end)) return code.slice(0, start) + data + code.slice(end);
    return code.replace(/"(?:\\.|[^"\\]){200,}"/g, (text) => changed(text, (inner) => withoutRows(inner, ids, gone)));
  });
}

function withoutElements(html: string, ids: readonly string[], gone: ReadonlySet<string>): string {
  const found = [...html.matchAll(anyOf(ids))].map((match) => ({ at: match.index, id: match[0] }));
  const holds = (from: number, to: number) =>
    new Set(found.filter(({ at }) => at >= from && at < to).map(({ id }) => id));
  const spans = all("body *", parseDocument(html, { withStartIndices: true, withEndIndices: true })).flatMap(
    ({ name, startIndex, endIndex }) => {
      if (name === "script" || startIndex === null || endIndex === null) return [];
      const [id, ...others] = holds(startIndex, endIndex + 1);
      return id !== undefined && others.length === 0 && gone.has(id) ? [{ from: startIndex, to: endIndex + 1 }] : [];
    },
  );
  // An element inside a row goes with it.
  const rows = spans.filter(
    (one) => !spans.some((other) => other !== one && other.from <= one.from && other.to >= one.to),
  );
  return rows.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), html);
}
