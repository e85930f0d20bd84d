import { isTimeZone } from "../../base/time-zone.ts";
import { type ValidationItem, WinnowError } from "../errors.ts";
import type { JsonSchema } from "../json-schema.ts";
import { isUuid } from "../values.ts";
import { add, type Fault, fieldReader, type Loc, listReader, type Reader } from "./field-readers.ts";
import { type Json, JsonFloat } from "./json.ts";
import { type RequestPart, repeatedName, unknownName } from "./name-faults.ts";

/**
 * Validates an endpoint's input against its schema, with FastAPI's messages. Data operations are lenient (`"7"` is 7,
 * unknown fields are ignored); endpoints are strict and report everything that does not fit. Query values are always text,
 * so `"7"` is a number there.
 */
export function strictReader(schema: JsonSchema, part: RequestPart): Reader {
  if (schema.anyOf) return eitherReader(schema.anyOf, part);
  if (schema.enum) return fieldReader(schema);
  switch (schema.type) {
    case "integer":
    case "boolean":
      return fieldReader(schema, part !== "query");
    case "array":
      return listReader(schema, strictReader(schema.items ?? {}, part));
    case "object":
      return schema.properties ? objectReader(schema, part) : mapReader(schema, part);
    case "string":
      return textReader(schema);
    case "null":
      return (value, loc, faults) =>
        value === null ? null : add(faults, loc, value, ["none_required", "Input should be None"]);
    default:
      return (value) => plain(value);
  }
}

function textReader({ format, ...schema }: JsonSchema): Reader {
  const read = fieldReader({ minLength: 0, ...schema, type: "string" });
  const { pattern } = schema;
  const fits = pattern === undefined ? null : new RegExp(pattern);
  return (value, loc, faults) => {
    const before = faults.length;
    const text = read(value, loc, faults);
    // A password is never echoed, even if it was sent by mistake.
    if (format === "password") for (const fault of faults.slice(before)) fault.input = null;
    if (faults.length > before || typeof text !== "string") return text;
    const wanted = formats[format ?? ""];
    if (wanted && !wanted.fits(text)) return add(faults, loc, value, wanted.fault);
    if (fits && !fits.test(text)) {
      return add(faults, loc, value, [
        "string_pattern_mismatch",
        `String should match pattern '${pattern}'`,
        { pattern },
      ]);
    }
    return text;
  };
}

/** ISO 8601, with or without a time. */
const isMoment = (text: string): boolean => /^\d{4}-\d\d(-\d\d|$)/.test(text) && !Number.isNaN(Date.parse(text));
/** A date that exists in the calendar. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isMoment(text) && new Date(text).toISOString().startsWith(text);
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(text) && isMoment(text);

const formats: Record<string, { fits(text: string): boolean; fault: Fault }> = {
  uuid: { fits: isUuid, fault: ["uuid_parsing", "Input should be a valid UUID"] },
  "date-time": {
    fits: isMoment,
    fault: ["datetime_parsing", "Input should be a valid datetime, such as 2027-01-31T12:00Z"],
  },
  "time-zone": {
    fits: isTimeZone,
    fault: ["time_zone", "Input should be an IANA time zone, such as Europe/Amsterdam"],
  },
  "day-or-instant": {
    fits: (text) => isDay(text) || isInstant(text),
    fault: [
      "datetime_parsing",
      "Input should be a day, such as 2027-01-31, or an instant, such as 2027-01-31T12:00:00Z",
    ],
  },
};

/** One of several schemas. Null is checked first, so that a fault refers to the non-null schema. */
function eitherReader(options: JsonSchema[], part: RequestPart): Reader {
  const others = options.filter(({ type }) => type !== "null").map((option) => strictReader(option, part));
  const mayBeNull = others.length < options.length;
  return (value, loc, faults) => {
    if (value === null && mayBeNull) return null;
    let first: ValidationItem[] = [];
    for (const [index, read] of others.entries()) {
      const own: ValidationItem[] = [];
      const result = read(value, loc, own);
      if (own.length === 0) return result;
      if (index === 0) first = own;
    }
    faults.push(...first);
    return undefined;
  };
}

const noObject: Fault = ["dict_type", "Input should be a valid dictionary"];

/** An object with arbitrary keys. */
function mapReader({ additionalProperties: values }: JsonSchema, part: RequestPart): Reader {
  const read: Reader = typeof values === "object" ? strictReader(values, part) : (value) => plain(value);
  return (value, loc, faults) => {
    if (!(value instanceof Map)) return add(faults, loc, value, noObject);
    return Object.fromEntries([...value].map(([name, inner]) => [name, read(inner, [...loc, name], faults)]));
  };
}

function objectReader({ properties = {}, required = [] }: JsonSchema, part: RequestPart): Reader {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    read: strictReader(schema, part),
    isRequired: required.includes(name) && !("default" in schema),
    fallback: schema.default,
  }));
  const hasSecret = Object.values(properties).some(({ format }) => format === "password");
  return (value, loc, faults) => {
    if (!(value instanceof Map)) return add(faults, loc, value, noObject);
    const shown = hasSecret ? null : value;
    const read: Record<string, unknown> = {};
    for (const { name, read: readField, isRequired, fallback } of fields) {
      const given = value.get(name);
      if (part === "query" && Array.isArray(given)) {
        add(faults, [...loc, name], given, repeatedName(name, given.length));
      } else if (given !== undefined) read[name] = readField(given, [...loc, name], faults);
      else if (isRequired) add(faults, [...loc, name], shown, ["missing", "Field required"]);
      else if (fallback !== undefined) read[name] = structuredClone(fallback);
    }
    for (const [name, given] of value) {
      if (!Object.hasOwn(properties, name)) add(faults, [...loc, name], given, unknownName(name, properties, part));
    }
    return read;
  };
}

/** Returns the value, or throws a 422 with all faults. */
export function readStrictly(read: Reader, value: Json, loc: Loc): unknown {
  const faults: ValidationItem[] = [];
  const result = read(value, loc, faults);
  const shown = faults.map((fault) => ({ ...fault, input: plain(fault.input as Json) }));
  if (shown.length > 0) throw new WinnowError("validation", shown);
  return result;
}

/** Maximum nesting; no endpoint needs more. */
const DEEPEST = 100;

/** Any JSON value. */
export function plain(value: Json, depth = 0): unknown {
  if (depth > DEEPEST) throw new WinnowError("bad_request", `The body is nested deeper than ${DEEPEST} levels.`);
  if (value instanceof JsonFloat) return Number.isFinite(value.value) ? value.value : null;
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((inner) => plain(inner, depth + 1));
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, inner]) => [name, plain(inner, depth + 1)]));
}
