import { type ValidationItem, WinnowError } from "../contract/errors.ts";

type RawQuery = Record<string, string | string[] | undefined>;

/** Reads the parameters of a list, and names all that cannot be read in one 422. */
export class QueryReader {
  readonly #raw: RawQuery;
  readonly #items: ValidationItem[] = [];

  constructor(query: unknown) {
    this.#raw = query as RawQuery;
  }

  #text(name: string): string | null {
    const value = this.#raw[name];
    return value === undefined || value === "" ? null : String(value);
  }

  #fault(name: string, what: string): null {
    this.#items.push({
      type: "value_error",
      loc: ["query", name],
      msg: `Value error, ${what}`,
      input: this.#raw[name],
    });
    return null;
  }

  text = (name: string): string | null => this.#text(name);

  whole(name: string, minimum: number, maximum: number): number | null {
    const text = this.#text(name);
    if (text === null) return null;
    const value = Number(text);
    if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    return this.#fault(name, `must be a whole number from ${minimum} to ${maximum}`);
  }

  time(name: string): number | null {
    const text = this.#text(name);
    if (text === null) return null;
    const at = Date.parse(text);
    return Number.isNaN(at) ? this.#fault(name, "must be an ISO 8601 date-time") : at;
  }

  oneOf<const V extends string>(name: string, values: readonly V[]): V | null {
    const text = this.#text(name);
    if (text === null) return null;
    const known = values.find((value) => value === text);
    return known ?? this.#fault(name, `must be one of ${values.join(", ")}`);
  }

  /** Throws where something could not be read. */
  done(): void {
    if (this.#items.length > 0) throw new WinnowError("validation", this.#items);
  }
}
