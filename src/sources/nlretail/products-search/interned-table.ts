import { isObject, type Json } from "../../../source-kit/json.ts";

/** A place in the table: an index, or a negative number that stands for a constant. */
export type Place = number;

const NULL: Place = -5;
/** The place of what is not there. */
const NOWHERE: Place = -7;

const CONSTANTS: ReadonlyMap<Place, unknown> = new Map<Place, unknown>([
  [-1, undefined], // a hole in a list
  [-2, Number.NaN],
  [-3, Number.NEGATIVE_INFINITY],
  [-4, -0],
  [NULL, null],
  [-6, Number.POSITIVE_INFINITY],
  [NOWHERE, undefined],
]);

/** A longer chain of promises and links is a circle. */
const MOST_HOPS = 63;

/**
 * The interned table of React Router's single fetch (turbo-stream, version 2): a flat JSON array in which each value
 * stands once. The members of lists and objects are places in it, and the keys of objects are `"_<place of the name>"`.
 * Promises follow as `P<id>:` lines, whose values continue the array. Nothing is resolved before a reader asks for it:
 * most of a page is filters and texts that no record needs.
 */
export class InternedTable {
  readonly root: Place;
  readonly #values: readonly unknown[];
  readonly #promises: ReadonlyMap<unknown, Place>;
  /** The key that objects have for a name; the library writes each name once. */
  readonly #keys = new Map<string, string>();

  /** Null where the text is no such table. */
  static read(text: string): InternedTable | null {
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
      return new InternedTable(values, promises, isPlace(first) ? first : 0);
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  /** A table of plain data: what somebody kept of an answer after decoding it. */
  static of(data: unknown): InternedTable {
    const values: unknown[] = [];
    const names = new Map<string, Place>();
    const place = (value: unknown): Place => {
      if (value === null || value === undefined) return value === null ? NULL : NOWHERE;
      return values.push(packed(value)) - 1;
    };
    const nameOf = (name: string): Place => {
      const known = names.get(name) ?? values.push(name) - 1;
      names.set(name, known);
      return known;
    };
    const packed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(place);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [`_${nameOf(name)}`, place(member)]));
    };
    const root = place(data);
    return new InternedTable(values, new Map(), root);
  }

  private constructor(values: readonly unknown[], promises: ReadonlyMap<unknown, Place>, root: Place) {
    this.#values = values;
    this.#promises = promises;
    this.root = root;
  }

  /** The place at the end of a path of names; nowhere (undefined) where a step is missing. */
  get(from: Place, ...names: string[]): Place {
    let place = from;
    for (const name of names) {
      const object = this.#at(place);
      if (!isObject(object)) return NOWHERE;
      place = this.#member(object, name);
    }
    return place;
  }

  /** A literal: text, number, flag, null. A container, and what is not there, is undefined. */
  literal(place: Place): unknown {
    const settled = this.settle(place);
    if (settled < 0) return CONSTANTS.get(settled);
    const value = this.#values[settled];
    return typeof value === "object" && value !== null ? undefined : value;
  }

  /** The places in a list; null for anything else. */
  items(place: Place): Place[] | null {
    const list = this.#at(place);
    return Array.isArray(list) && !isTyped(list) ? list.filter(isPlace) : null;
  }

  /** Tells the names and places of an object, in the site's order; false for anything else. */
  each(place: Place, tell: (name: string, place: Place) => void): boolean {
    const object = this.#at(place);
    if (!isObject(object)) return false;
    for (const key in object) {
      const name = this.#values[Number(key.slice(1))];
      const member = object[key];
      tell(typeof name === "string" ? name : "", isPlace(member) ? member : NOWHERE);
    }
    return true;
  }

  isContainer(place: Place): boolean {
    const value = this.#at(place);
    return typeof value === "object" && value !== null;
  }

  /** Where a place leads once promises are kept; nowhere for a promise whose line never came. */
  settle(place: Place): Place {
    let settled = place;
    for (let hops = 0; hops <= MOST_HOPS; hops++) {
      const value = this.#values[settled];
      if (!Array.isArray(value) || !isTyped(value)) return settled;
      const [type, target] = value;
      if (type === "P") settled = this.#promises.get(target) ?? NOWHERE;
      else if (type === "Z" && isPlace(target)) settled = target;
      else return settled;
    }
    return NOWHERE;
  }

  #at(place: Place): unknown {
    const value = this.#values[this.settle(place)];
    return isPrototypeless(value) ? value[1] : value;
  }

  #member(object: Json, name: string): Place {
    let key = this.#keys.get(name);
    if (key === undefined) {
      key = `_${this.#values.indexOf(name)}`;
      this.#keys.set(name, key);
    }
    const member = object[key];
    return isPlace(member) ? member : NOWHERE;
  }
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

const isPrototypeless = (value: unknown): value is ["N", Json] =>
  Array.isArray(value) && value[0] === "N" && isObject(value[1]);
