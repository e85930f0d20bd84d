import type { TSchema, TUnsafe } from "typebox";
import { type Filled, filled, inUnit, unseen } from "../../contract/record.ts";

/** Where a row has a value: a path of its JSON, a selector of its HTML, or a function that finds it. */
export type Place<Row, Context> = string | ((row: Row, context: Context) => unknown);

/** How the rows of a format are looked into. */
export interface Format {
  /** What is at a place; undefined for nothing. */
  value(row: unknown, place: string): unknown;
  /** All that is at a place: the entries of a list, the elements of a selector. */
  values(row: unknown, place: string): unknown[];
  /** The rows that stand at a place inside a row. */
  rows(row: unknown, place: string): unknown[];
  /** A value of this format as clean text: JSON may hold tags and entities, what was read from HTML holds none any more. */
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
}

/**
 * One field of a record: its type, its meaning and where a row has it. `Row` and `Context` are what its functions need;
 * a place in words needs nothing.
 */
export class Field<T, Row = unknown, Context = unknown> {
  readonly read: Reading<T, Row, Context>;
  readonly #traits: Traits;

  private constructor(read: Reading<T, Row, Context>, traits: Traits) {
    this.read = read;
    this.#traits = traits;
  }

  static of<T, Row, Context>(schema: (meaning: string) => TUnsafe<T>, read: Reading<T, Row, Context>) {
    const traits = {
      schema,
      meaning: "",
      example: undefined,
      filled: null,
      isUnseen: false,
      unit: null,
    };
    return new Field<T, Row, Context>(read, traits);
  }

  /** One line that pages, clients and the dashboard show. */
  meaning(meaning: string): Field<T, Row, Context> {
    return this.#with({ meaning });
  }

  /** A value that shows the form. */
  example(example: NonNullable<T>): Field<T, Row, Context> {
    return this.#with({ example });
  }

  /**
   * How often a healthy page fills it. `always`: never null, a row without it is unreadable. `usually`: the coverage guard
   * refuses a page where too many are empty.
   */
  filled(how: "always"): Field<NonNullable<T>, Row, Context>;
  filled(how: "usually"): Field<T, Row, Context>;
  filled(how: Filled): Field<T, Row, Context> | Field<NonNullable<T>, Row, Context> {
    return this.#with({ filled: how });
  }

  /** What a number is measured in where the record does not say: a currency's code, `sq ft`, `unix seconds`. */
  unit(unit: string): Field<T, Row, Context> {
    return this.#with({ unit });
  }

  /** No page of the site, saved or imitated, has ever filled it: the source suite watches that it stays so. */
  unseen(): Field<T, Row, Context> {
    return this.#with({ isUnseen: true });
  }

  /** A value that does not pass is none. */
  where(passes: RegExp | ((value: NonNullable<T>) => boolean)): Field<T | null, Row, Context> {
    const isOne = passes instanceof RegExp ? (value: NonNullable<T>) => passes.test(String(value)) : passes;
    return this.map((value) => (isOne(value) ? value : null));
  }

  /** The value made into another of its kind; not asked where there is none. */
  map(change: (value: NonNullable<T>) => T | null): Field<T | null, Row, Context> {
    return new Field<T | null, Row, Context>((row, context, format) => {
      const value = this.read(row, context, format);
      return value == null ? null : change(value);
    }, this.#traits);
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
