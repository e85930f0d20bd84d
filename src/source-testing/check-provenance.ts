import { selectOne } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { textContent } from "domutils";
import { parseDocument } from "htmlparser2";
import type { Place } from "../contract/provenance.ts";
import type { FieldProvenance } from "../contract/provenance-view.ts";

/**
 * What the page has at a place, found without the code under test: a path is walked in the parsed JSON, a selector is run on
 * the page. Undefined if nothing is there, null if the place cannot be looked up here.
 */
export function atPlace(page: string, { place, inside }: Omit<Place, "raw">): unknown[] | null {
  if (!place.startsWith("$")) return [elementAt(page, place)];
  const embedded = once(page, inside ?? "", () =>
    inside === undefined ? [JSON.parse(page.replace(/^\uFEFF/, ""))] : jsonMarked(page, inside),
  );
  return embedded.length === 0 ? null : embedded.map((json) => walked(json, place));
}

let last = { page: "", parsed: new Map<string, unknown>() };

/** Parses a page once, and not once for each of its values. */
function once<T>(page: string, what: string, parse: () => T): T {
  if (last.page !== page) last = { page, parsed: new Map() };
  if (!last.parsed.has(what)) last.parsed.set(what, parse());
  return last.parsed.get(what) as T;
}

function elementAt(page: string, place: string): string | undefined {
  const [, selector = "", attribute] = /^(.*?)(?:@([^@]+))?$/s.exec(place) ?? [];
  const document = once(page, "#document", () => parseDocument(page));
  const found = once(page, selector, () => selectOne<AnyNode, Element>(selector, document));
  if (!found) return undefined;
  return (attribute === undefined ? textContent(found) : found.attribs[attribute])?.replace(/\s+/g, " ").trim();
}

function walked(json: unknown, path: string): unknown {
  let at = json;
  for (const [, name, index, quoted] of path
    .slice(1)
    .matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    const key: string = name ?? index ?? JSON.parse(quoted ?? '""');
    const isCut = key.endsWith("…");
    const whole = isCut ? Object.keys(Object(at)).find((one) => one.startsWith(key.slice(0, -1))) : key;
    at = Reflect.get(Object(at), whole ?? key);
  }
  return at;
}

/** The JSON in each script that has the marker in its start tag, or behind it in the page. */
function jsonMarked(page: string, marker: string): unknown[] {
  const found: unknown[] = [];
  for (let at = page.indexOf(marker); at >= 0; at = page.indexOf(marker, at + marker.length)) {
    const script = page.slice(page.indexOf(">", at) + 1, page.indexOf("</script", at));
    const object = page.slice(page.indexOf("{", at), page.lastIndexOf("}", page.indexOf("</script", at)) + 1);
    const json = [script, object, whole(page, page.indexOf("{", at))].map(parsed).find((one) => one !== undefined);
    if (json !== undefined) found.push(json);
  }
  return found;
}

/** The text of the object at a position, by counting brackets outside strings. */
function whole(page: string, start: number): string {
  let depth = 0;
  for (let at = start; at < page.length; at++) {
    if (page[at] === '"') while (page[++at] !== '"' && at < page.length) if (page[at] === "\\") at++;
    if (page[at] === "{") depth++;
    if (page[at] === "}" && --depth === 0) return page.slice(start, at + 1);
  }
  return "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const folded = (text: unknown): string =>
  String(text)
    .replace(/<[^>]*>/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a text of a page has a value, whatever is around it. Numbers may be grouped, and links without their host. */
export function hasValue(raw: unknown, value: unknown): boolean {
  if (typeof value === "boolean") return raw === value;
  if (typeof value === "number") return Number(raw) === value || folded(raw).includes(folded(value).replace(/0+$/, ""));
  const text = /^https?:/.test(String(value)) ? new URL(String(value)).pathname : value;
  return folded(raw).includes(folded(text)) || folded(value).endsWith(folded(raw));
}

const collapsed = (raw: unknown): string => String(raw).replace(/\s+/g, " ").trim();

/** What is wrong with what a value says of its place; null if nothing is. */
export function provenanceFault(page: string, from: FieldProvenance, value: unknown): string | null {
  const places = "place" in from ? [from] : from.computed_from;
  for (const place of places) {
    const there = atPlace(page, place);
    const isCut = typeof place.raw === "string" && place.raw.endsWith("…");
    const same = (one: unknown) =>
      isCut
        ? String(one).startsWith(String(place.raw).slice(0, -1))
        : one === place.raw || one === collapsed(place.raw);
    if (there !== null && !there.some(same))
      return `${place.place} has ${JSON.stringify(there[0])?.slice(0, 200)}, not ${JSON.stringify(place.raw).slice(0, 200)}`;
  }
  if ("place" in from && !hasValue(from.raw, value))
    return `${from.place} has ${JSON.stringify(from.raw).slice(0, 200)}, which is not ${JSON.stringify(value)}`;
  return null;
}
