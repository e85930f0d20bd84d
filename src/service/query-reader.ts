import { type ValidationItem, WinnowError } from "../contract/errors.ts";

type RawQuery = Record<string, unknown>;

/** Reads the parameters of a list, or the fields of a small body, and names all that cannot be read in one 422. */
export class QueryReader {
  readonly #raw: RawQuery;
  readonly #place: "query" | "body";
  readonly #items: ValidationItem[] = [];
  readonly #asked = new Set<string>();

  constructor(raw: unknown, place: "query" | "body" = "query") {
    this.#raw = typeof raw === "object" && raw !== null ? (raw as RawQuery) : {};
    this.#place = place;
  }

  #valueOf(name: string): unknown {
    this.#asked.add(name);
    return this.#raw[name];
  }

  #text(name: string): string | null {
    const value = this.#valueOf(name);
    return value === undefined || value === null || value === "" ? null : String(value);
  }

  #fault(name: string, what: string): null {
    this.#items.push({
      type: "value_error",
      loc: [this.#place, name],
      msg: `Value error, ${what}`,
      input: this.#raw[name],
    });
    return null;
  }

  text = (name: string): string | null => this.#text(name);

  /** Given empty it is null, unless that is a fault, as it is in FastAPI. */
  whole(name: string, minimum: number, maximum: number, { mayBeEmpty = true } = {}): number | null {
    const text = this.#text(name);
    if (text === null && (mayBeEmpty || this.#raw[name] !== "")) return null;
    const value = text === null ? Number.NaN : Number(text);
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

  /** A text that must be there. */
  needed(name: string, most = 2_048): string {
    const value = this.#valueOf(name);
    if (typeof value === "string" && value !== "" && value.length <= most) return value;
    this.#fault(name, `must be a text of 1 to ${most} characters`);
    return "";
  }

  /** A list of texts, of the given values where there are any. */
  listOf<const V extends string>(name: string, values?: readonly V[]): V[] | null {
    const list = this.#valueOf(name);
    if (list === undefined || list === null) return null;
    const fits = (one: unknown): one is V => typeof one === "string" && (!values || values.includes(one as V));
    if (Array.isArray(list) && list.every(fits)) return list;
    return this.#fault(name, values ? `must be a list of ${values.join(", ")}` : "must be a list of texts");
  }

  /**
   * Throws where something could not be read, or where a body has a field that nobody asked for: a misspelt one would be
   * passed over without a word. `others` are fields that are read elsewhere.
   */
  done(...others: string[]): void {
    if (this.#place === "body") this.#items.push(...unknownFields(this.#raw, [...this.#asked, ...others]));
    if (this.#items.length > 0) throw new WinnowError("validation", this.#items);
  }
}

/** A fault for each field of a body that is not among the known ones. */
export const unknownFields = (body: Record<string, unknown>, known: string[]): ValidationItem[] =>
  Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      type: "extra_forbidden",
      loc: ["body", name],
      msg: `There is no field ${JSON.stringify(name.slice(0, 100))}. The fields are ${known.join(", ")}.`,
      input: body[name],
    }));
