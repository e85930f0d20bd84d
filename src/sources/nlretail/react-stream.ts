import { isObject, type Json } from "../../source-kit/json.ts";

const CALL = "streamController.enqueue(";

/**
 * The stream that a page hands to its own script, piece by piece, as arguments of `enqueue("...")`; null if the page has
 * none, or a piece is no JSON. A page that was cut short gives the pieces that arrived whole.
 */
export function embeddedStream(body: Uint8Array): string | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const first = bytes.indexOf(CALL);
  if (first < 0) return null;
  // The cards, most of a page, stand before the scripts: they are not decoded.
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

/** The place behind the closing quote, which a bracket follows: of those there are fewer than of quotes. */
function endOfLiteral(script: string, start: number): number {
  for (let bracket = script.indexOf(")", start + 2); bracket >= 0; bracket = script.indexOf(")", bracket + 1)) {
    if (script[bracket - 1] !== '"') continue;
    let slashes = 0;
    while (script[bracket - 2 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return bracket;
  }
  return -1;
}

/** A place in the table of a stream: an index, or a negative number that stands for a constant. */
type Place = number;

/** The place of what is not there. */
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

/** A longer chain of promises and links is a circle. */
const MOST_HOPS = 63;

/**
 * The data of a stream of React Router's single fetch (turbo-stream, version 2): a flat JSON array in which each value
 * stands once. The members of lists and objects are places in it, and the keys of objects are `"_<place of the name>"`.
 * Promises follow as `P<id>:` lines, whose values continue the array. Null where the text is no such stream.
 */
export function decodeStream(text: string): { data: unknown } | null {
  const promises = new Map<unknown, Place>();
  try {
    const [table = "", ...lines] = linesOf(text);
    const first = valuesIn(table);
    // A table that is a single place refers to a constant.
    const values = isPlace(first) ? [] : first;
    for (const line of lines) {
      const colon = line.indexOf(":");
      const more = valuesIn(line.slice(colon + 1));
      // The line of a promise that failed begins with "E": it leads nowhere.
      if (line.startsWith("P")) promises.set(Number(line.slice(1, colon)), isPlace(more) ? more : values.length);
      if (!isPlace(more)) for (const value of more) values.push(value);
    }
    return { data: decoded(values, promises)(isPlace(first) ? first : 0) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Every value once, empty at first: a value may hold itself, and a table may be as deep as it is long. */
function decoded(values: readonly unknown[], promises: ReadonlyMap<unknown, Place>): (place: Place) => unknown {
  const made = values.map((value): unknown => {
    const plain = withPrototype(value);
    if (Array.isArray(plain)) return isTyped(plain) ? undefined : [];
    return isObject(plain) ? {} : plain;
  });
  const at = (place: unknown): unknown => {
    const settled = isPlace(place) ? settle(place, values, promises) : NOWHERE;
    return settled < 0 ? CONSTANTS.get(settled) : made[settled];
  };
  const fill = (into: Record<string, unknown>, from: Json) => {
    for (const key in from) {
      const name = values[Number(key.slice(1))];
      if (name !== "__proto__") into[typeof name === "string" ? name : ""] = at(from[key]);
    }
  };
  values.forEach((value, index) => {
    const into = made[index];
    const from = withPrototype(value);
    if (Array.isArray(into) && Array.isArray(from)) {
      for (const place of from) if (isPlace(place)) into.push(at(place));
    } else if (isObject(into) && isObject(from)) fill(into, from);
  });
  return at;
}

/** Where a place leads once promises are kept; nowhere for a promise whose line never came. */
function settle(place: Place, values: readonly unknown[], promises: ReadonlyMap<unknown, Place>): Place {
  let settled = place;
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    const value = values[settled];
    if (!Array.isArray(value) || !isTyped(value)) return settled;
    const [type, target] = value;
    if (type === "P") settled = promises.get(target) ?? NOWHERE;
    else if (type === "Z" && isPlace(target)) settled = target;
    else return settled;
  }
  return NOWHERE;
}

/** The lines of a stream, also of one that was saved with line breaks inside its table. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    if (lines.length === 0 || /^\s*[PE]\d+:/.test(line)) lines.push(line.trimStart());
    else if (line.trim() !== "") lines.push(`${lines.pop()}\n${line}`);
  }
  return lines;
}

/** The values that a line adds to the table, or the place that it stands for. */
function valuesIn(line: string): unknown[] | Place {
  const added: unknown = JSON.parse(line);
  if (isPlace(added) || (Array.isArray(added) && added.length > 0)) return added;
  throw new SyntaxError("neither a table nor a place");
}

const isPlace = (value: unknown): value is Place => Number.isInteger(value);

/** A list that begins with a text is a value of another type: a promise, a link, a date. */
const isTyped = (list: unknown[]): boolean => typeof list[0] === "string";

/** An object without a prototype is written as a type of its own. */
const withPrototype = (value: unknown): unknown =>
  Array.isArray(value) && value[0] === "N" && isObject(value[1]) ? (value[1] as Json) : value;
