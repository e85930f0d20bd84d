import { isEmpty } from "../../extraction/is-empty.ts";

export type ReadRecord = Readonly<Record<string, unknown>>;
/** A record's fields by name. Fields of a nested record, or of the first one in a list, are `outer.inner`. */
export type FlatRecord = Map<string, unknown>;

export function flatten(record: ReadRecord): FlatRecord {
  const flat: FlatRecord = new Map();
  for (const name in record) {
    const value = record[name];
    if (name === "@type") continue;
    flat.set(name, value);
    const inside = Array.isArray(value) ? value[0] : value;
    if (!isRecord(inside)) continue;
    for (const inner in inside) if (inner !== "@type") flat.set(`${name}.${inner}`, inside[inner]);
  }
  return flat;
}

/** The values of one field in a run's records, by type. */
export class Column {
  filled = 0;
  readonly numbers: number[] = [];
  readonly texts: string[] = [];
  readonly items: number[] = [];
  flags = 0;
  trueFlags = 0;
  readonly #counts = new Map<unknown, number>();

  add(value: unknown): void {
    if (isEmpty(value)) return;
    this.filled++;
    if (typeof value === "number") this.numbers.push(value);
    else if (typeof value === "string") this.texts.push(value);
    else if (typeof value === "boolean") {
      this.flags++;
      if (value) this.trueFlags++;
    } else if (Array.isArray(value)) {
      this.items.push(value.length);
      for (const item of value.slice(0, 3)) if (typeof item === "string") this.texts.push(item);
      return;
    } else return;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** How often the most common value occurs. */
  get commonest(): number {
    return Math.max(0, ...this.#counts.values());
  }
}

export function columnsOf(records: FlatRecord[]): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const record of records) {
    for (const [field, value] of record) {
      const column = columns.get(field) ?? new Column();
      columns.set(field, column);
      column.add(value);
    }
  }
  return columns;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
