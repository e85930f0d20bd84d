import type { TSchema, TUnsafe } from "typebox";
import type { Filled } from "../../contract/record.ts";
import { filled, inUnit, unseen } from "./schemas.ts";

/** Where a row has a value: a JSON path, an HTML selector, or a function that finds it. */
export type Locator<Row, Context> = string | ((row: Row, context: Context) => unknown);

/** Access to the rows of a format. */
export interface Format {
  /** The value at a location; undefined if there is none. */
  value(row: unknown, locator: string): unknown;
  /** All values at a location: the entries of a list, the elements of a selector. */
  values(row: unknown, locator: string): unknown[];
  /** The nested rows at a location. */
  rows(row: unknown, locator: string): unknown[];
  /** Cleans a text of this format: JSON may contain tags and entities; text from HTML no longer does. */
  clean(found: unknown): string | null;
}

type Reading<T, Row, Context> = (row: Row, context: Context, format: Format) => T;

interface Traits {
  schema(meaning: string): TSchema;
  meaning: string;
  example: unknown;
  filled: Filled | null;
  isUnseen: boolean;
  unit: string | null;
  /** The paths or selectors where the value is looked for. */
  places: readonly string[];
}

/**
 * One field of a record: its type, its description and its location in a row. `Row` and `Context` are the input of its
 * functions; a location given as a string needs neither.
 */
export class Field<T, Row = unknown, Context = unknown> {
  readonly read: Reading<T, Row, Context>;
  readonly #traits: Traits;

  private constructor(read: Reading<T, Row, Context>, traits: Traits) {
    this.read = read;
    this.#traits = traits;
  }

  static of<T, Row, Context>(
    schema: (meaning: string) => TUnsafe<T>,
    read: Reading<T, Row, Context>,
    locators: readonly unknown[] = [],
  ) {
    const traits = {
      schema,
      meaning: "",
      example: undefined,
      filled: null,
      isUnseen: false,
      unit: null,
      places: locators.filter((locator) => typeof locator === "string"),
    };
    return new Field<T, Row, Context>(read, traits);
  }

  /** One line that pages, clients and the dashboard show. */
  meaning(meaning: string): Field<T, Row, Context> {
    return this.#with({ meaning });
  }

  /** An example value. */
  example(example: NonNullable<T>): Field<T, Row, Context> {
    return this.#with({ example });
  }

  /**
   * How often a healthy page fills it. `always`: never null, and a row without it is unreadable. `usually`: the coverage
   * guard rejects a page with too many empty values.
   */
  filled(how: "always"): Field<NonNullable<T>, Row, Context>;
  filled(how: "usually"): Field<T, Row, Context>;
  filled(how: Filled): Field<T, Row, Context> | Field<NonNullable<T>, Row, Context> {
    return this.#with({ filled: how });
  }

  /** The unit of a number if the record does not contain it: a currency code, `sq ft`, `unix seconds`. */
  unit(unit: string): Field<T, Row, Context> {
    return this.#with({ unit });
  }

  /** No saved or stand-in page has ever filled it. The source suite checks that this stays true. */
  unseen(): Field<T, Row, Context> {
    return this.#with({ isUnseen: true });
  }

  /** Values that fail the test become null. */
  where(passes: RegExp | ((value: NonNullable<T>) => boolean)): Field<T | null, Row, Context> {
    const isOne = passes instanceof RegExp ? (value: NonNullable<T>) => passes.test(String(value)) : passes;
    return this.map((value) => (isOne(value) ? value : null));
  }

  /** Maps the value to another of its type; not called for null. */
  map(change: (value: NonNullable<T>) => T | null): Field<T | null, Row, Context> {
    return new Field<T | null, Row, Context>((row, context, format) => {
      const value = this.read(row, context, format);
      return value == null ? null : change(value);
    }, this.#traits);
  }

  /** For errors: the places where a row should have had the value. */
  get placesInWords(): string {
    return this.#traits.places.map((place) => JSON.stringify(place)).join(" or ");
  }

  get isRequired(): boolean {
    return this.#traits.filled === "always";
  }

  get schema(): TUnsafe<T> {
    const { schema, meaning, example, unit, filled: how, isUnseen } = this.#traits;
    let made: TSchema = { ...schema(meaning), ...(example !== undefined && { examples: [example] }) };
    if (unit !== null) made = inUnit(unit, made);
    if (isUnseen) made = unseen(made);
    if (how === "always") made = filled(how, made as TUnsafe<unknown>);
    else if (how === "usually") made = filled(how, made);
    return made as TUnsafe<T>;
  }

  #with(traits: Partial<Traits>): Field<T, Row, Context> {
    return new Field<T, Row, Context>(this.read, { ...this.#traits, ...traits });
  }
}
