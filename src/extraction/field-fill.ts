/** In how many records of a run each field was filled; a record inside a record counts as `outer.inner`. */
export class FieldFill {
  records = 0;
  readonly #columns = new Columns();

  add(record: Readonly<Record<string, unknown>>): void {
    this.records++;
    this.#columns.count(record, true);
  }

  /** Made at each look: every record is counted, and a run is looked at once or not at all. */
  get filled(): Map<string, number> {
    return new Map(this.#columns.entries(""));
  }
}

/** Fields by their place: records of one operation have the same ones in the same order, so that none is looked up. */
class Columns {
  readonly #names: string[] = [];
  readonly #filled: number[] = [];
  readonly #inner: Array<Columns | undefined> = [];

  count(record: Readonly<Record<string, unknown>>, withInner: boolean): void {
    const [names, filled] = [this.#names, this.#filled];
    let next = 0;
    for (const name in record) {
      const value = record[name];
      const place = names[next] === name ? next : this.#placeOf(name);
      next++;
      if (isEmpty(value)) continue;
      filled[place]!++;
      if (withInner && isRecord(value)) {
        this.#inner[place] ??= new Columns();
        this.#inner[place].count(value, false);
      }
    }
  }

  *entries(prefix: string): Generator<[field: string, filled: number]> {
    for (const [place, name] of this.#names.entries()) {
      if (name === "@type") continue;
      yield [prefix + name, this.#filled[place]!];
      yield* this.#inner[place]?.entries(`${name}.`) ?? [];
    }
  }

  #placeOf(name: string): number {
    const known = this.#names.indexOf(name);
    if (known >= 0) return known;
    this.#filled.push(0);
    return this.#names.push(name) - 1;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Nothing was found for it: null, "" or no items. A count of 0 and `false` are values. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
