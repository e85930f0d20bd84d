/**
 * A place in the table: an index, or one of the negative constants below. What an index leads to is a literal or
 * a container whose members are places again.
 */
export type Place = number;

const CONSTANTS: ReadonlyMap<Place, unknown> = new Map<Place, unknown>([
  [-1, undefined], // a hole in a list
  [-2, Number.NaN],
  [-3, Number.NEGATIVE_INFINITY],
  [-4, -0],
  [-5, null],
  [-6, Number.POSITIVE_INFINITY],
  [-7, undefined],
]);

const NOWHERE: Place = -7;

type Members = Record<string, Place>;

/**
 * The interned table of React Router's single fetch (turbo-stream, version 2): a flat JSON array in which each
 * value stands once and is pointed at, its objects keyed by `"_<place of the name>"`; promises follow as
 * `P<id>:` lines, whose values go on the same table. Only what is asked for is followed, and nothing is copied
 * out: a page is mostly filters and texts that no record needs.
 */
export class InternedTable {
  readonly root: Place;
  readonly #values: unknown[];
  readonly #promises: ReadonlyMap<number, Place>;
  readonly #keysOf = new Map<string, string[]>();
  readonly #names = new Map<string, string>();

  /** Null where the text is no such table. */
  static read(stream: string): InternedTable | null {
    // A table that somebody saved with line breaks in it has no lines of its own any more.
    const isReprinted = /^\[\r?\n/.test(stream);
    const [first, ...later] = isReprinted ? [stream] : stream.split("\n");
    try {
      const table: unknown = JSON.parse(first ?? "");
      // The first line is the table itself, of some thousand values: what follows is put behind them.
      const values = Array.isArray(table) && table.length > 0 ? table : [];
      const root = values === table ? 0 : append(values, table);
      const promises = new Map<number, Place>();
      for (const line of later) {
        if (line.trim() === "") continue;
        const [, kind, id, rest] = /^([PE])(\d+):(.*)/s.exec(line) ?? [];
        if (rest === undefined) return null;
        const place = append(values, JSON.parse(rest));
        if (kind === "P") promises.set(Number(id), place);
      }
      return new InternedTable(values, promises, root);
    } catch {
      return null;
    }
  }

  /** A table of plain data: what somebody kept of an answer after decoding it. */
  static of(data: unknown): InternedTable {
    const values: unknown[] = [];
    const names = new Map<string, Place>();
    const place = (value: unknown): Place => (value === null ? -5 : values.push(packed(value)) - 1);
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
    return new InternedTable(values, new Map(), place(data));
  }

  private constructor(values: unknown[], promises: ReadonlyMap<number, Place>, root: Place) {
    this.#values = values;
    this.#promises = promises;
    this.root = root;
  }

  /** The place at the end of a path of names; nowhere (undefined) where a step is missing. */
  get(from: Place, ...names: string[]): Place {
    let place = from;
    for (const name of names) {
      const members = this.#members(place);
      if (members === null) return NOWHERE;
      place = this.#member(members, name);
    }
    return place;
  }

  /** A literal: text, number, flag, null. A container, and what is not there, is undefined. */
  literal(place: Place): unknown {
    const settled = this.settle(place);
    if (settled < 0) return CONSTANTS.get(settled);
    const value = this.#values[settled];
    return typeof value === "object" ? undefined : value;
  }

  /** The places in a list; null for anything else. */
  items(place: Place): Place[] | null {
    const value = this.#values[this.settle(place)];
    return Array.isArray(value) && typeof value[0] !== "string" ? value.filter(isPlace) : null;
  }

  /** Tells the names and places of an object, in the site's order; false for anything else. */
  each(place: Place, tell: (name: string, place: Place) => void): boolean {
    const members = this.#members(place);
    if (members === null) return false;
    for (const key in members) tell(this.#name(key), isPlace(members[key]) ? members[key] : NOWHERE);
    return true;
  }

  isContainer(place: Place): boolean {
    const value = this.#values[this.settle(place)];
    return typeof value === "object" && value !== null;
  }

  /** Where a place leads once promises are kept; nowhere for a promise whose line never came. */
  settle(place: Place): Place {
    let settled = place;
    for (let hops = 0; hops < 64; hops++) {
      const value = this.#values[settled];
      if (!Array.isArray(value)) return settled;
      if (value[0] === "P") settled = this.#promises.get(value[1]) ?? NOWHERE;
      else if (value[0] === "Z" && isPlace(value[1])) settled = value[1];
      else return settled;
    }
    return NOWHERE;
  }

  #members(place: Place): Members | null {
    const value = this.#values[this.settle(place)];
    if (typeof value !== "object" || value === null) return null;
    if (!Array.isArray(value)) return value as Members;
    const bare = value[0] === "N" ? value[1] : null;
    return typeof bare === "object" && bare !== null && !Array.isArray(bare) ? (bare as Members) : null;
  }

  /** A name stands once in a table made by the library; tables made by others may repeat it. */
  #member(members: Members, name: string): Place {
    const known = this.#keysOf.get(name);
    for (const key of known ?? []) {
      const place = members[key];
      if (isPlace(place)) return place;
    }
    for (const key in members) {
      if (this.#name(key) !== name) continue;
      if (known) known.push(key);
      else this.#keysOf.set(name, [key]);
      return isPlace(members[key]) ? members[key] : NOWHERE;
    }
    return NOWHERE;
  }

  #name(key: string): string {
    let name = this.#names.get(key);
    if (name === undefined) {
      const value = this.#values[Number(key.slice(1))];
      name = typeof value === "string" ? value : "";
      this.#names.set(key, name);
    }
    return name;
  }
}

const isPlace = (value: unknown): value is Place => Number.isInteger(value);

function append(values: unknown[], line: unknown): Place {
  if (typeof line === "number") return line;
  if (!Array.isArray(line) || line.length === 0) throw new SyntaxError("neither a place nor values");
  const start = values.length;
  for (const value of line) values.push(value);
  return start;
}
