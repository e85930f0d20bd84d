/** In how many records of a run each field was filled; a record inside a record counts as `outer.inner`. */
export class FieldFill {
  readonly filled = new Map<string, number>();
  records = 0;

  add(record: Readonly<Record<string, unknown>>): void {
    this.records++;
    this.#count("", record);
  }

  #count(prefix: string, record: Readonly<Record<string, unknown>>): void {
    for (const name in record) {
      if (name === "@type") continue;
      const value = record[name];
      const field = prefix + name;
      this.filled.set(field, (this.filled.get(field) ?? 0) + (isEmpty(value) ? 0 : 1));
      if (prefix === "" && isRecord(value)) this.#count(`${name}.`, value);
    }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Nothing was found for it: null, "" or no items. A count of 0 and `false` are values. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
