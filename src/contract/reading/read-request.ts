import type { Static } from "typebox";
import { type ValidationItem, WinnowError } from "../errors.ts";
import type { RequestSchema } from "../fields.ts";
import type { JsonSchema } from "../json-schema.ts";
import { decodeBody, UndecodableBody } from "./decode.ts";
import { fieldReader, type Reader } from "./field-readers.ts";
import { type Json, JsonFault, JsonTooMuch, parseJson } from "./json.ts";

interface Field {
  name: string;
  read: Reader;
  optional: boolean;
  /** Creates a new default each time, so that requests never share a list. */
  fallback: () => unknown;
}

/**
 * Compiles a request schema to a parser of bodies that behaves as FastAPI 0.115 with Pydantic 2.10. It throws a
 * `validation` WinnowError with FastAPI's items (serialised by `serialiseValidation`), or `bad_request` where FastAPI
 * cannot parse the bytes.
 */
export function compileRequest<S extends RequestSchema>(
  schema: S,
): (body: Uint8Array, contentType: string | undefined, onUnknown?: OnUnknown) => Static<S> {
  const fields = Object.entries<JsonSchema>(schema.properties).map(
    ([name, field]): Field => ({
      name,
      read: fieldReader(field),
      optional: "default" in field,
      fallback: fallbackOf(field.default),
    }),
  );
  const known = new Set(fields.map(({ name }) => name));
  return (body, contentType, onUnknown) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (bytes.length === 0) throw missingBody();
    if (!isJson(contentType)) throw notJson(bytes);
    const tell = onUnknown && ((names: Iterable<string>) => tellUnknown(names, known, onUnknown));
    return readBody(fields, bytes, tell) as Static<S>;
  };
}

const fallbackOf = (value: unknown): (() => unknown) => (Array.isArray(value) ? () => value.slice() : () => value);

/** FastAPI checks the media type, and treats a body without one as JSON. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === "application/json" || !contentType) return true;
  const [type = ""] = contentType.split(";", 1);
  const [main, sub, more] = type.trim().toLowerCase().split("/");
  return main === "application" && more === undefined && (sub === "json" || sub?.endsWith("+json") === true);
}

/** Called with unknown fields: the contract ignores them, but the caller should know. */
export type OnUnknown = (names: string[]) => void;

function tellUnknown(names: Iterable<string>, known: Set<string>, onUnknown: OnUnknown): void {
  const unknown = [...names].filter((name) => !known.has(name));
  if (unknown.length > 0) onUnknown(unknown);
}

type TellNames = ((names: Iterable<string>) => void) | undefined;

function readBody(fields: Field[], bytes: Buffer, tell: TellNames): Record<string, unknown> {
  const body = parseBody(bytes);
  if (body === null) throw missingBody();
  if (!(body instanceof Map)) throw notAnObject(body);
  const faults: ValidationItem[] = [];
  const result: Record<string, unknown> = {};
  for (const { name, read, optional, fallback } of fields) {
    const value = body.get(name);
    if (value !== undefined) result[name] = read(value, ["body", name], faults);
    else if (optional) result[name] = fallback();
    else faults.push({ type: "missing", loc: ["body", name], msg: "Field required", input: body });
  }
  if (faults.length > 0) throw new WinnowError("validation", faults);
  tell?.(body.keys());
  return result;
}

export function parseBody(bytes: Buffer): Json {
  try {
    return parseJson(decodeBody(bytes));
  } catch (error) {
    if (error instanceof JsonFault) {
      const { message, position } = error;
      throw refused("json_invalid", "JSON decode error", {}, position, { error: message });
    }
    if (error instanceof UndecodableBody) throw unparsable(`${error.message}. Send JSON in UTF-8, uncompressed`);
    if (error instanceof JsonTooMuch) throw unparsable(error.message);
    throw error;
  }
}

/** Begins with FastAPI's sentence. */
const unparsable = (why: string) => new WinnowError("bad_request", `There was an error parsing the body: ${why}.`);

export const missingBody = () => refused("missing", "Field required", null);

export const notAnObject = (input: Json) =>
  refused("model_attributes_type", "Input should be a valid dictionary or object to extract fields from", input);

/** The content type says so: FastAPI reads such a body as one text. */
export const notJson = (bytes: Buffer) =>
  new WinnowError("validation", notAnObject(bytes.toString()).detail, {
    hint: "Send the body as JSON, with content-type: application/json.",
  });

function refused(type: string, msg: string, input: unknown, at?: number, ctx?: Record<string, unknown>): WinnowError {
  const loc = at === undefined ? ["body"] : ["body", at];
  return new WinnowError("validation", [{ type, loc, msg, input, ...(ctx && { ctx }) }]);
}
