import type { ValidationItem } from "../errors.ts";
import type { JsonSchema } from "../json-schema.ts";
import { type DateRead, dateFromFloat, dateFromInteger, dateFromText } from "./calendar-date.ts";
import { type Json, JsonFloat } from "./json.ts";
import { integerFromText } from "./whole-number.ts";

/**
 * Parsers of one field, with Pydantic's lenient rules and messages. Each is created once, from the field's schema. A parser
 * that finds a fault records it and returns a placeholder.
 */
export type Reader = (value: Json, loc: Loc, faults: ValidationItem[]) => unknown;
export type Loc = Array<string | number>;

export type Fault = [type: string, msg: string, ctx?: Record<string, unknown>];

/** Caps the reported faults: echoing every value of a long invalid list would multiply the size of the request. */
const MAX_FAULTS = 100;

export const add = (faults: ValidationItem[], loc: Loc, input: Json, [type, msg, ctx]: Fault): undefined => {
  if (faults.length < MAX_FAULTS) faults.push(ctx ? { type, loc, msg, input, ctx } : { type, loc, msg, input });
  return undefined;
};

const notUnicode: Fault = [
  "string_unicode",
  "Input should be a valid string, unable to parse raw data as a unicode string",
];

/** A strict parser takes a number only for a number, and true or false only for a flag. */
export function fieldReader(schema: JsonSchema, isStrict = false): Reader {
  const [orNull] = schema.anyOf ?? [];
  if (orNull) {
    const inner = fieldReader(orNull);
    return (value, loc, faults) => (value === null ? null : inner(value, loc, faults));
  }
  if (schema.enum) return choiceReader(schema.enum);
  switch (schema.type) {
    case "integer":
      return integerReader(schema, isStrict);
    case "boolean":
      return isStrict ? strictFlagReader : flagReader;
    case "array":
      return listReader(schema, fieldReader(schema.items ?? {}));
    case "string":
      if (schema.format === "date") return dateReader;
      return schema.minLength === undefined
        ? anyTextReader(schema.maxLength)
        : textReader(schema.minLength, schema.maxLength);
    default:
      throw new Error(`no reader for a field of type ${schema.type}`);
  }
}

const noText: Fault = ["string_type", "Input should be a valid string"];

/** Like Pydantic, a field without a minimum length accepts a lone surrogate. It is replaced before sources see it. */
const anyTextReader =
  (maxLength: number | undefined): Reader =>
  (value, loc, faults) => {
    if (typeof value !== "string") return add(faults, loc, value, noText);
    return isLonger(value, maxLength) ? add(faults, loc, value, tooLong(maxLength)) : value.toWellFormed();
  };

const textReader =
  (minLength: number, maxLength: number | undefined): Reader =>
  (value, loc, faults) => {
    if (typeof value !== "string") return add(faults, loc, value, noText);
    if (!value.isWellFormed()) return add(faults, loc, value, notUnicode);
    if (isLonger(value, maxLength)) return add(faults, loc, value, tooLong(maxLength));
    if (!isShorter(value, minLength)) return value;
    return add(faults, loc, value, [
      "string_too_short",
      `String should have at least ${characters(minLength)}`,
      { min_length: minLength },
    ]);
  };

const characters = (count: number): string => `${count} character${count === 1 ? "" : "s"}`;

const tooLong = (maxLength: number): Fault => [
  "string_too_long",
  `String should have at most ${characters(maxLength)}`,
  { max_length: maxLength },
];

/** Counts code points, as Python does. */
const isShorter = (text: string, length: number): boolean =>
  text.length < length || (text.length < 2 * length && [...text].length < length);

const isLonger = (text: string, length: number | undefined): length is number =>
  length !== undefined && text.length > length && (text.length > 2 * length || [...text].length > length);

const quoted = (values: unknown[]): string => {
  const all = values.map((value) => `'${value}'`);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} or ${last}`;
};

function choiceReader(values: unknown[]): Reader {
  const known = new Set(values);
  const expected = quoted(values);
  const fault: Fault = ["enum", `Input should be ${expected}`, { expected }];
  return (value, loc, faults) => {
    if (known.has(value)) return value;
    return add(faults, loc, value, typeof value === "string" && !value.isWellFormed() ? notUnicode : fault);
  };
}

const LARGEST_I64 = 2 ** 63;

type IntegerFault = "int_type" | "int_from_float" | "int_parsing" | "int_parsing_size" | "finite_number";

const integerFaults: Record<IntegerFault, string> = {
  int_type: "Input should be a valid integer",
  int_from_float: "Input should be a valid integer, got a number with a fractional part",
  int_parsing: "Input should be a valid integer, unable to parse string as an integer",
  int_parsing_size: "Unable to parse input string as an integer, exceeded maximum size",
  finite_number: "Input should be a finite number",
};

function integerReader({ minimum, maximum }: JsonSchema, isStrict: boolean): Reader {
  return (value, loc, faults) => {
    if (isStrict && (typeof value === "string" || typeof value === "boolean")) {
      return add(faults, loc, value, ["int_type", integerFaults.int_type]);
    }
    if (typeof value === "string" && !value.isWellFormed()) return add(faults, loc, value, notUnicode);
    const read = integerOf(value);
    if (typeof read === "string") return add(faults, loc, value, [read, integerFaults[read]]);
    if (maximum !== undefined && read > maximum) {
      return add(faults, loc, value, [
        "less_than_equal",
        `Input should be less than or equal to ${maximum}`,
        { le: maximum },
      ]);
    }
    if (minimum !== undefined && read < minimum) {
      return add(faults, loc, value, [
        "greater_than_equal",
        `Input should be greater than or equal to ${minimum}`,
        { ge: minimum },
      ]);
    }
    return toNumber(read);
  };
}

function integerOf(value: Json): number | bigint | IntegerFault {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string") return integerFromText(value);
  if (value instanceof JsonFloat) return integerFromFloat(value.value);
  return "int_type";
}

function integerFromFloat(value: number): number | IntegerFault {
  if (!Number.isFinite(value)) return "finite_number";
  if (!Number.isInteger(value)) return "int_from_float";
  return Math.abs(value) < LARGEST_I64 ? value : "int_parsing_size";
}

/** Sources receive a plain number, as close as possible; never -0, never infinite. */
const toNumber = (value: number | bigint): number => {
  const near = Number(value);
  return Number.isFinite(near) ? near + 0 : Math.sign(near) * Number.MAX_VALUE;
};

const truths = new Map([
  ...["1", "t", "y", "on", "yes", "true"].map((word) => [word, true] as const),
  ...["0", "f", "n", "off", "no", "false"].map((word) => [word, false] as const),
]);

const notFlag: Fault = ["bool_parsing", "Input should be a valid boolean, unable to interpret input"];
const noFlag: Fault = ["bool_type", "Input should be a valid boolean"];

const flagReader: Reader = (value, loc, faults) => {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") {
    return truths.get(value.toLowerCase()) ?? add(faults, loc, value, value.isWellFormed() ? notFlag : notUnicode);
  }
  const number = numberForFlag(value);
  if (number === null) return add(faults, loc, value, noFlag);
  return number === 0 || number === 1 ? number === 1 : add(faults, loc, value, notFlag);
};

const strictFlagReader: Reader = (value, loc, faults) =>
  typeof value === "boolean" ? value : add(faults, loc, value, noFlag);

/** Pydantic does not consider numbers beyond 64 bits, or with a fraction, an attempt at a boolean. */
function numberForFlag(value: Json): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? Number(value) : null;
  if (!(value instanceof JsonFloat)) return null;
  const read = integerFromFloat(value.value);
  return typeof read === "number" ? read : null;
}

const noDate: Fault = ["date_type", "Input should be a valid date"];

const dateReader: Reader = (value, loc, faults) => {
  if (typeof value === "string" && !value.isWellFormed()) return add(faults, loc, value, notUnicode);
  const read = dateOf(value);
  if (read === null) return add(faults, loc, value, noDate);
  return "date" in read ? read.date : add(faults, loc, value, dateFault(read));
};

function dateOf(value: Json): DateRead | null {
  if (typeof value === "string") return dateFromText(value);
  if (typeof value === "number") return dateFromInteger(BigInt(value));
  if (value instanceof JsonFloat) return dateFromFloat(value.value);
  if (typeof value !== "bigint") return null;
  if (BigInt.asIntN(64, value) === value) return dateFromInteger(value);
  const near = Number(value);
  return Number.isFinite(near) ? dateFromFloat(near) : null;
}

function dateFault(read: Exclude<DateRead, { date: string }>): Fault {
  switch (read.fault) {
    case "inexact":
      return ["date_from_datetime_inexact", "Datetimes provided to dates should have zero time - e.g. be exact dates"];
    case "year-zero": {
      const error = "year 0 is out of range";
      return ["date_parsing", `Input should be a valid date in the format YYYY-MM-DD, ${error}`, { error }];
    }
    case "parsing":
      return [
        "date_from_datetime_parsing",
        `Input should be a valid date or datetime, ${read.error}`,
        { error: read.error },
      ];
  }
}

export function listReader({ minItems = 0, maxItems, uniqueItems }: JsonSchema, readItem: Reader): Reader {
  return (value, loc, faults) => {
    if (!Array.isArray(value)) return add(faults, loc, value, ["list_type", "Input should be a valid list"]);
    const length = value.length;
    if (length < minItems || (maxItems !== undefined && length > maxItems)) {
      const [type, word, bound] =
        length < minItems ? ["too_short", "at least", minItems] : ["too_long", "at most", maxItems];
      return add(faults, loc, value, [
        `${type}`,
        `List should have ${word} ${bound} item${bound === 1 ? "" : "s"} after validation, not ${length}`,
        { field_type: "List", [length < minItems ? "min_length" : "max_length"]: bound, actual_length: length },
      ]);
    }
    if (uniqueItems && new Set(value).size < length) {
      return add(faults, loc, value, ["list_not_unique", "List should have no value twice"]);
    }
    return value.map((item, index) => readItem(item, [...loc, index], faults));
  };
}
