import { type ScannedTable, scanTable } from "./scan-table.ts";
import { NOWHERE } from "./scan-values.ts";
import { plainText, type TableText, unescaped } from "./table-text.ts";
import { Kind, type TableValues } from "./table-values.ts";

/**
 * A place in the table: an index, or one of the negative constants below. What an index leads to is a literal or
 * a container whose members are places again.
 */
export type Place = number;

const NULL: Place = -5;

const CONSTANTS: ReadonlyMap<Place, unknown> = new Map<Place, unknown>([
  [-1, undefined], // a hole in a list
  [-2, Number.NaN],
  [-3, Number.NEGATIVE_INFINITY],
  [-4, -0],
  [NULL, null],
  [-6, Number.POSITIVE_INFINITY],
  [NOWHERE, undefined],
]);

/**
 * The interned table of React Router's single fetch (turbo-stream, version 2): a flat JSON array in which each
 * value stands once and is pointed at, its objects keyed by `"_<place of the name>"`; promises follow as
 * `P<id>:` lines, whose values go on the same table. Only what is asked for is followed, and nothing is copied
 * out: a page is mostly filters and texts that no record needs.
 */
export class InternedTable {
  /** There is always one: when a full collection finds none of a class, V8 drops the code made for it (`docs/performance.md`). */
  static readonly none = InternedTable.of(null);

  readonly root: Place;
  readonly #values: TableValues;
  readonly #promises: ReadonlyMap<number, Place>;
  readonly #names = new Map<Place, string>();
  /** A name stands once in a table made by the library; tables made by others may repeat it. */
  readonly #placesOf = new Map<string, Place[]>();

  /** Null where the text is no such table. */
  static read(text: TableText | string): InternedTable | null {
    const given = typeof text === "string" ? plainText(text) : text;
    for (const form of given.isLiteral ? [() => given, () => plainText(unescaped(given))] : [() => given]) {
      try {
        return new InternedTable(scanTable(form()));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
    return null;
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
    const { values: scanned } = scanTable(plainText(values.length > 0 ? JSON.stringify(values) : String(root)));
    return new InternedTable({ values: scanned, promises: new Map(), root });
  }

  private constructor({ values, promises, root }: ScannedTable) {
    this.#values = values;
    this.#promises = promises;
    this.root = root;
    for (const place of values.names()) {
      const text = values.literal(place);
      const name = typeof text === "string" ? text : "";
      this.#names.set(place, name);
      const same = this.#placesOf.get(name);
      if (same) same.push(place);
      else this.#placesOf.set(name, [place]);
    }
  }

  /** To be called when everything was read: what it took is used for the next table. */
  release(): void {
    this.#values.release();
  }

  /** The place at the end of a path of names; nowhere (undefined) where a step is missing. */
  get(from: Place, ...names: string[]): Place {
    let place = from;
    for (const name of names) {
      const object = this.settle(place);
      if (this.#values.kind(object) !== Kind.object) return NOWHERE;
      place = this.#member(object, name);
    }
    return place;
  }

  /** A literal: text, number, flag, null. A container, and what is not there, is undefined. */
  literal(place: Place): unknown {
    const settled = this.settle(place);
    return settled < 0 ? CONSTANTS.get(settled) : this.#values.literal(settled);
  }

  /** The places in a list; null for anything else. */
  items(place: Place): Place[] | null {
    const settled = this.settle(place);
    return this.#values.kind(settled) === Kind.list ? this.#values.items(settled) : null;
  }

  /** Tells the names and places of an object, in the site's order; false for anything else. */
  each(place: Place, tell: (name: string, place: Place) => void): boolean {
    const settled = this.settle(place);
    if (this.#values.kind(settled) !== Kind.object) return false;
    this.#values.each(settled, (name, member) => tell(this.#names.get(name)!, member));
    return true;
  }

  isContainer(place: Place): boolean {
    const kind = this.#values.kind(this.settle(place));
    return kind === Kind.object || kind === Kind.list || kind === Kind.marked;
  }

  /** Where a place leads once promises are kept; nowhere for a promise whose line never came. */
  settle(place: Place): Place {
    let settled = place;
    for (let hops = 0; hops < 64; hops++) {
      const kind = this.#values.kind(settled);
      if (kind === Kind.promise) settled = this.#promises.get(this.#values.target(settled)) ?? NOWHERE;
      else if (kind === Kind.link) settled = this.#values.target(settled);
      else return settled;
    }
    return NOWHERE;
  }

  #member(object: Place, name: string): Place {
    for (const place of this.#placesOf.get(name) ?? []) {
      const member = this.#values.member(object, place);
      if (member !== undefined) return member;
    }
    return NOWHERE;
  }
}
