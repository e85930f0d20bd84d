import { isObject, type Json, observed } from "../../source-kit/json.ts";
import { shallowJson } from "../../source-kit/shallow-json.ts";

/** What the paths of its values start from, for people. */
const DATA = "the page's data stream, decoded";

const CALL = "streamController.enqueue(";

/**
 * The stream that a page passes to its own script in pieces, as arguments of `enqueue("...")`. Null if the page has none or
 * a piece is not JSON. A truncated page gives the pieces that arrived whole.
 */
export function embeddedStream(body: Uint8Array): string | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const first = bytes.indexOf(CALL);
  if (first < 0) return null;
  // The cards, most of a page, come before the scripts: they are not decoded.
  const scripts = bytes.toString("utf8", first);
  const pieces: string[] = [];
  for (let call = 0; call >= 0; ) {
    let end = call + CALL.length;
    const start = end + /^\s*/.exec(scripts.slice(end, end + 80))![0].length;
    if (scripts[start] === '"') {
      end = endOfLiteral(scripts, start);
      if (end < 0) break;
      pieces.push(scripts.slice(start, end));
    }
    call = scripts.indexOf(CALL, end);
  }
  try {
    return pieces.length > 0 ? pieces.map((literal) => JSON.parse(literal) as string).join("") : null;
  } catch {
    return null;
  }
}

/** Index just past the closing quote. Searches for `)`, because it is rarer than `"`. */
function endOfLiteral(script: string, start: number): number {
  for (let bracket = script.indexOf(")", start + 2); bracket >= 0; bracket = script.indexOf(")", bracket + 1)) {
    if (script[bracket - 1] !== '"') continue;
    let slashes = 0;
    while (script[bracket - 2 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return bracket;
  }
  return -1;
}

/** A reference into the table of a stream: an index, or a negative number for a constant. */
type Place = number;

/** The reference to a missing value. */
const NOWHERE: Place = -7;

const CONSTANTS: ReadonlyMap<Place, unknown> = new Map<Place, unknown>([
  [-1, undefined], // a hole in a list
  [-2, Number.NaN],
  [-3, Number.NEGATIVE_INFINITY],
  [-4, -0],
  [-5, null],
  [-6, Number.POSITIVE_INFINITY],
  [NOWHERE, undefined],
]);

/** A longer chain of promises and references is a cycle. */
const MAX_HOPS = 63;

/**
 * Decodes a stream of React Router's single fetch (turbo-stream, version 2): a flat JSON array with each value once. The
 * members of lists and objects are indexes into it, and the keys of objects are `"_<index of the name>"`. Promises follow
 * as `P<id>:` lines, whose values extend the array. Null if the text is not such a stream.
 */
export function decodeStream(text: string): { data: unknown } | null {
  const promises = new Map<unknown, Place>();
  try {
    const [table = "", ...lines] = linesOf(text);
    const first = valuesIn(table);
    // A table that is a single reference refers to a constant.
    const values = isPlace(first) ? [] : first;
    for (const line of lines) {
      const colon = line.indexOf(":");
      const more = valuesIn(line.slice(colon + 1));
      // The line of a rejected promise starts with "E" and refers to nothing.
      if (line.startsWith("P")) promises.set(Number(line.slice(1, colon)), isPlace(more) ? more : values.length);
      if (!isPlace(more)) for (const value of more) values.push(value);
    }
    return { data: observed(decoded(isPlace(first) ? first : 0, values, promises), DATA) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Every reachable value, once. Filled later, since a value may contain itself and a table may be as deep as it is long. */
function decoded(root: Place, values: readonly unknown[], promises: ReadonlyMap<unknown, Place>): unknown {
  const made = new Array<unknown[] | Record<string, unknown> | undefined>(values.length);
  const unfilled: Place[] = [];
  const names = new Map<string, string>();

  function at(place: unknown, hops = 0): unknown {
    if (!isPlace(place)) return undefined;
    if (place < 0) return CONSTANTS.get(place);
    const value = values[place];
    if (typeof value !== "object" || value === null) return value;
    if (!Array.isArray(value)) return start(place, {});
    const type: unknown = value[0];
    if (typeof type !== "string") return start(place, []);
    const target: unknown = value[1];
    if (type === "N") return isObject(target) ? start(place, {}) : undefined;
    if (hops === MAX_HOPS) return undefined;
    if (type === "P") return at(promises.get(target), hops + 1);
    return type === "Z" ? at(target, hops + 1) : undefined;
  }

  function start(place: Place, empty: unknown[] | Record<string, unknown>): unknown {
    const known = made[place];
    if (known) return known;
    unfilled.push(place);
    made[place] = empty;
    return empty;
  }

  function nameOf(key: string): string {
    const known = names.get(key);
    if (known !== undefined) return known;
    const value = values[Number(key.slice(1))];
    const name = typeof value === "string" ? value : "";
    names.set(key, name);
    return name;
  }

  const data = at(root);
  for (let place = unfilled.pop(); place !== undefined; place = unfilled.pop()) {
    const into = made[place]!;
    const from = withPrototype(values[place]) as object;
    if (Array.isArray(into)) {
      for (const item of from as unknown[]) if (isPlace(item)) into.push(at(item));
    } else {
      for (const key in from) {
        const name = nameOf(key);
        if (name !== "__proto__") into[name] = at((from as Json)[key]);
      }
    }
  }
  return data;
}

/** The lines of a stream, even if it was saved with line breaks inside its table. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    if (lines.length === 0 || /^\s*[PE]\d+:/.test(line)) lines.push(line.trimStart());
    else if (line.trim() !== "") lines.push(`${lines.pop()}\n${line}`);
  }
  return lines;
}

/** The values that a line adds to the table, or its reference. */
function valuesIn(line: string): unknown[] | Place {
  const added: unknown = shallowJson(line);
  if (isPlace(added) || (Array.isArray(added) && added.length > 0)) return added;
  throw new SyntaxError("neither a table nor a place");
}

const isPlace = (value: unknown): value is Place => Number.isInteger(value);

/** An object without a prototype is written as its own type. */
const withPrototype = (value: unknown): unknown =>
  Array.isArray(value) && value[0] === "N" && isObject(value[1]) ? (value[1] as Json) : value;
