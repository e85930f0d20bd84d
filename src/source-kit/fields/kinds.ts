import type { Static, TUnsafe } from "typebox";
import { noteLocator } from "../../contract/provenance.ts";
import { absoluteUrl, toBoolean, toInteger, toNumber } from "../../contract/values.ts";
import { parseAmount } from "../written/numbers.ts";
import { parseDay, parseMoment, parseSeconds } from "../written/times.ts";
import { Field, type Format, type Locator } from "./field.ts";
import * as schemas from "./schemas.ts";
import type { AnyTable } from "./table.ts";

/**
 * The kinds of fields. Each takes the locations where a row may have the value, the most likely first; the first value
 * found wins. A field without a location is filled by hand (`make`).
 */

interface HasOrigin {
  origin: string;
}

type Convert<T, Context> = (found: unknown, context: Context, format: Format) => T | null;

const cleaned = (found: unknown, _context: unknown, format: Format) => format.clean(found);
const absolute = (href: unknown, { origin }: HasOrigin) => absoluteUrl(href, origin);

const kind =
  <T, Needs>(schema: (meaning: string) => TUnsafe<T | null>, convert: Convert<T, Needs>) =>
  <Row = unknown, Context = unknown>(
    ...locators: Array<Locator<Row, Context>>
  ): Field<T | null, Row, unknown extends Needs ? Context : Context & Needs> =>
    Field.of(
      schema,
      (row: Row, context, format: Format) => {
        for (const locator of locators) {
          noteLocator(locator);
          const found = typeof locator === "string" ? format.value(row, locator) : locator(row, context as Context);
          const value = convert(found, context as Needs, format);
          if (value !== null) return value;
        }
        return null;
      },
      locators,
    );

/** Text without tags, entities and repeated white space. */
export const text = kind(schemas.text, cleaned);
/** A number sent as a number or as plain text such as `30.42`. */
export const decimal = kind(schemas.decimal, toNumber);
/** A number as people write it: `€ 1.234,50`. */
export const amount = kind(schemas.decimal, parseAmount);
export const whole = kind(schemas.whole, toInteger);
/** Whole Unix seconds from an epoch in seconds or milliseconds, or from an ISO date; a time without a zone is in `zone`. */
export const secondsIn = (zone: string) => kind(schemas.whole, (found) => parseSeconds(found, zone));
export const seconds = secondsIn("Z");
/** A time in ISO 8601, as the site writes it; another text is none. */
export const moment = kind(schemas.text, parseMoment);
/** The day of an ISO date, YYYY-MM-DD; another text is none. */
export const day = kind(schemas.text, parseDay);
export const flag = kind(schemas.flag, toBoolean);
/** An absolute URL. */
export const link = kind(schemas.text, absolute);

/** A text with a default if the site sends none, such as a currency. */
export const textOr = <Row = unknown, Context = unknown>(value: string, ...locators: Array<Locator<Row, Context>>) => {
  const { read } = text(...locators);
  const schema = (meaning: string) => schemas.textOr(value, meaning);
  const field = Field.of(schema, (row: Row, context: Context, format) => read(row, context, format) ?? value);
  return field as typeof field & { readonly fallback: string };
};

const several =
  <Needs>(convert: Convert<string, Needs>) =>
  <Row = unknown, Context = unknown>(
    ...locators: Array<Locator<Row, Context>>
  ): Field<string[], Row, unknown extends Needs ? Context : Context & Needs> =>
    Field.of(schemas.texts, (row: Row, context, format) =>
      everyOne(locators, row, context as Context, format, "values").flatMap(
        (found) => convert(found, context as Needs, format) ?? [],
      ),
    );

/** Every text at the first location that has any; a single one becomes a list of one. */
export const texts = several(cleaned);

/** Every absolute URL at the first location that has any. */
export const links = several(absolute);

/** The records at the first location that has any; unreadable ones are skipped. */
export const list = <R extends AnyTable, Row = unknown, Context = unknown>(
  record: R,
  ...locators: Array<Locator<Row, Context>>
): Field<Array<Static<R>>, Row, Context & Parameters<R["read"]>[1]> =>
  Field.of(
    (meaning) => schemas.list(record, meaning),
    (row: Row, context: Context & Parameters<R["read"]>[1], format) =>
      everyOne(locators, row, context, format, "rows")
        .map((inner) => recordOf(record, inner, context))
        .filter((read) => read !== null),
  );

/** The record at the first location that has one; null if all its fields are empty. */
export const sub = <R extends AnyTable, Row = unknown, Context = unknown>(
  record: R,
  ...locators: Array<Locator<Row, Context>>
): Field<Static<R> | null, Row, Context & Parameters<R["read"]>[1]> =>
  Field.of(
    (meaning) => schemas.sub(record, meaning),
    (row: Row, context: Context & Parameters<R["read"]>[1], format) => {
      const [inner] = everyOne(locators, row, context, format, "rows");
      const read = inner === undefined ? null : recordOf(record, inner, context);
      return read === null || isBlank(read) ? null : read;
    },
  );

const isMade = <R extends AnyTable>(record: R, inner: unknown): inner is Static<R> =>
  typeof inner === "object" && inner !== null && Reflect.get(inner, "@type") === record.title;

/** A function may also return finished records. */
function recordOf<R extends AnyTable>(record: R, inner: unknown, context: unknown): Static<R> | null {
  if (isMade(record, inner)) return inner;
  const read = record.read(inner, context);
  return read === "unreadable" ? null : (read as Static<R>);
}

const isBlank = ({ "@type": _, ...fields }: Record<string, unknown>): boolean =>
  Object.values(fields).every((value) => value === null || (Array.isArray(value) && value.length === 0));

function everyOne<Row, Context>(
  locators: ReadonlyArray<Locator<Row, Context>>,
  row: Row,
  context: Context,
  format: Format,
  all: "values" | "rows",
): unknown[] {
  for (const locator of locators) {
    noteLocator(locator);
    const found = typeof locator === "string" ? format[all](row, locator) : locator(row, context);
    const filled = (Array.isArray(found) ? found : [found]).filter((one) => one !== undefined && one !== null);
    if (filled.length > 0) return filled;
  }
  return [];
}
