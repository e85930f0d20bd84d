import type { TSchema, TUnsafe } from "typebox";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Filled } from "../../contract/record.ts";

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

const UNSEEN = "Always null so far: Winnow has seen no page of the site that has it.";

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
  meaning(meaning: string): this {
    return this.#with({ meaning });
  }

  /** An example value. */
  example(example: NonNullable<T>): this {
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
  unit(unit: string): this {
    return this.#with({ unit });
  }

  /** No saved or stand-in page has ever filled it. The source suite checks that this stays true. */
  unseen(): this {
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
    const { schema, meaning, example, unit, filled, isUnseen } = this.#traits;
    const inUnit = unit === null ? meaning : meaning.replace(/\.(?= |$)/, ` (${unit}).`);
    const made = schema(isUnseen ? `${inUnit} ${UNSEEN}` : inUnit);
    const { type }: JsonSchema = made;
    return {
      ...made,
      ...(example !== undefined && { examples: [example] }),
      ...(unit !== null && { "x-unit": unit }),
      ...(isUnseen && { "x-unseen": true }),
      ...(filled === "always" && { type: [type].flat()[0] }),
      ...(filled !== null && { "x-filled": true }),
    } as TUnsafe<T>;
  }

  #with(traits: Partial<Traits>): this {
    return new Field<T, Row, Context>(this.read, { ...this.#traits, ...traits }) as this;
  }
}
