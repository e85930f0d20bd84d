import type { TSchema } from "typebox";
import type { Answer, Endpoint, Retry } from "../contract/endpoint.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { innerSchemas, toJsonSchema } from "./json.ts";

/** One method of a client in any language: its arguments, their order, and where each is sent. */
export interface ClientCall {
  id: string;
  group: string;
  /** The kind of object in its address. */
  thing: string;
  /** In camel case. */
  method: string;
  http: string;
  path: string;
  /** Path parameters. */
  params: string[];
  /** Separate arguments, before the options. */
  args: Field[];
  /** A body with required fields is one argument, with its own type. */
  input: { name: string; schema: JsonSchema; fields: Field[] } | null;
  /** Optional fields. */
  options: Field[];
  /** All fields. */
  fields: Field[];
  /** The fields that name an operation and hold its request or requests. */
  operationFields: { name: string; request: string } | null;
  answer: Answer;
  retry: Retry;
  pick: string | undefined;
  words: string;
  /** Gives nothing: if a response was lost, the thing is gone when the call is repeated. */
  isRemoval: boolean;
  /** Whether it names an operation, or takes a record or request of one. */
  isGeneric: boolean;
}

interface Field {
  name: string;
  /** In snake case. */
  clientName: string;
  field: JsonSchema;
  isRequired: boolean;
  place: "query" | "body";
}

/** Lists are read page by page, so their methods take no paging arguments. */
const PAGING = ["limit", "cursor"];

export const clientCalls = (endpoints: Endpoint<never>[]): ClientCall[] =>
  endpoints.flatMap((endpoint) => (endpoint.client ? [call(endpoint, endpoint.client)] : []));

function call(endpoint: Endpoint<never>, { method, args = [], pick }: NonNullable<Endpoint["client"]>): ClientCall {
  const { id, group, thing, path, answer, retry, summary, description } = endpoint;
  // Python names an argument after it.
  if (!/^[a-z_]+$/.test(thing)) throw new Error(`${id} is called by clients, so its thing is a name: "${thing}"`);
  const query = endpoint.upload ? [] : fieldsOf(endpoint.query, "query");
  const fields = [...query.filter(({ name }) => !PAGING.includes(name)), ...fieldsOf(endpoint.body, "body")];
  const rest = fields.filter(({ name }) => !args.includes(name));
  const isInput = rest.some(({ isRequired }) => isRequired);
  const { body } = endpoint;
  const isRemoval = endpoint.method === "DELETE" && method === "remove";
  return {
    id,
    group,
    thing,
    method,
    fields,
    http: endpoint.method,
    path,
    answer,
    retry,
    pick,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    args: args.map((name) => fields.find((one) => one.name === name)!),
    input: isInput && body ? { name: "input", schema: toJsonSchema(body), fields: rest } : null,
    options: isInput ? [] : rest,
    words: `${summary}.${description ? ` ${description.split("\n")[0]}` : ""}`.replaceAll("*/", ""),
    operationFields: operationFieldsOf(fields),
    isRemoval,
    isGeneric:
      (!isRemoval && isGeneric(answeredBy(answer))) || fields.some(({ field }) => isGeneric(field) && isUsed(field)),
  };
}

/** The response of an endpoint: a row of a list, or the whole. */
export function answeredBy(answer: Answer): JsonSchema {
  if (answer.kind === "page") return toJsonSchema(answer.row);
  return answer.schema ? toJsonSchema(answer.schema) : {};
}

/** The result of a method: a response, a row of a page, or the one field that it picks. */
export function givenBy({ answer, pick, id }: ClientCall): JsonSchema {
  if (answer.kind === "content" || answer.kind === "file")
    throw new Error(`no client method gives the content of ${id}`);
  const schema = answeredBy(answer);
  return (pick ? schema.properties?.[pick] : schema) ?? {};
}

function operationFieldsOf(fields: Field[]): ClientCall["operationFields"] {
  const marked = (mark: string) =>
    fields.find(({ field }) => field["x-operation"] === mark || field.items?.["x-operation"] === mark);
  const [name, request] = [marked("name"), marked("request")];
  return name && request ? { name: name.clientName, request: request.clientName } : null;
}

/** A filter by operation does not affect the type of a list's rows. */
const isUsed = (field: JsonSchema): boolean => field["x-operation"] !== "name";

function fieldsOf(schema: TSchema | undefined, place: "query" | "body"): Field[] {
  const { properties = {}, required = [] } = schema ? toJsonSchema(schema) : {};
  return Object.entries(properties).map(([name, field]) => ({
    name,
    field,
    place,
    clientName: field["x-client-name"] ?? name,
    isRequired: required.includes(name) && !("default" in field),
  }));
}

export const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether a schema's type depends on an operation. */
export const isGeneric = (schema: JsonSchema): boolean =>
  schema["x-operation"] !== undefined || innerSchemas(schema).some(isGeneric);
