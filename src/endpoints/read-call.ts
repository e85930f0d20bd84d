import { type Endpoint, noSuch } from "../contract/endpoint.ts";
import { WinnowError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Reader } from "../contract/reading/field-readers.ts";
import type { Json } from "../contract/reading/json.ts";
import { isJson, missingBody, notAnObject, notJson, parseBody } from "../contract/reading/read-request.ts";
import { readStrictly, strictReader } from "../contract/reading/strict.ts";

const NOTHING: JsonSchema = { type: "object", properties: {}, required: [] };

/** Readers of a call's parts, compiled from the endpoint's description. */
export function callReader({ thing, params, query, body, gone = {} }: Endpoint<never>) {
  const readParams = strictReader(params ?? NOTHING, "query");
  const readQuery = strictReader(query ?? NOTHING, "query");
  const bodySchema: JsonSchema = body ?? NOTHING;
  const readBody = strictReader(bodySchema, "body");
  const needsBody =
    Object.values(bodySchema.properties ?? {}).some((field) => !("default" in field)) &&
    (bodySchema.required ?? []).length > 0;
  return {
    /** An impossible id is not found, however long it is. */
    params(raw: Record<string, string>): unknown {
      try {
        return readStrictly(readParams, asJson(raw), ["path"]);
      } catch (error) {
        if (error instanceof WinnowError) throw noSuch(thing);
        throw error;
      }
    },
    query(raw: Record<string, unknown>): unknown {
      for (const name of Object.keys(raw))
        if (Object.hasOwn(gone, name)) throw moved(name, gone[name] ?? "", raw[name]);
      return readStrictly(readQuery, asJson(raw), ["query"]);
    },
    body: (bytes: Uint8Array | undefined, contentType: string | undefined): unknown =>
      bodyOf(readBody, needsBody, bytes, contentType),
    parsedBody: (value: Json): unknown => parsedBody(readBody, value),
  };
}

export type CallReader = ReturnType<typeof callReader>;

function bodyOf(read: Reader, isNeeded: boolean, bytes: Uint8Array | undefined, contentType: string | undefined) {
  if (bytes === undefined || bytes.length === 0) {
    if (isNeeded) throw missingBody();
    return readStrictly(read, new Map(), ["body"]);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isJson(contentType)) throw notJson(buffer);
  return parsedBody(read, parseBody(buffer));
}

function parsedBody(read: Reader, value: Json): unknown {
  if (!(value instanceof Map)) throw notAnObject(value);
  return readStrictly(read, value, ["body"]);
}

const moved = (name: string, instead: string, input: unknown): WinnowError =>
  new WinnowError("validation", [
    {
      type: "extra_forbidden",
      loc: ["query", name],
      msg: `There is no query parameter "${name}" any more. ${instead}`,
      input,
    },
  ]);

/** Parameters are texts, or lists of texts if repeated. */
const asJson = (raw: Record<string, unknown>): Json => new Map(Object.entries(raw) as Array<[string, Json]>);
