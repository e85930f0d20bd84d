import { catalogue, type ErrorCode } from "../contract/catalogue.ts";
import { type Answer, commonErrors, type Endpoint, keyErrors } from "../contract/endpoint.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { type LimitName, limits } from "../limits/limits.ts";
import type { Registry } from "../service/registry.ts";
import { type Components, refTo } from "./components.ts";
import { type HeaderName, headerCatalogue, headerRefs } from "./headers.ts";
import { type Json, schemaTitle, toJsonSchema } from "./json.ts";

type Described = Endpoint<never>;

/** Every error code that an endpoint can return. */
export const endpointErrors = ({ errors = [], callers }: Described): ErrorCode[] => [
  ...new Set([...(callers.includes("key") ? keyErrors : []), ...errors, ...commonErrors]),
];

/** Endpoints that can be called without a session. */
export const isPublic = ({ callers }: Described): boolean => callers.includes("key") || callers.includes("nobody");

/** The endpoints as OpenAPI paths. */
export function endpointPaths(
  endpoints: Described[],
  registry: Registry,
  components: Components,
): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints.filter(isPublic)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: endpointItem(endpoint, registry, components),
    };
  }
  return paths;
}

function endpointItem(endpoint: Described, registry: Registry, components: Components): Json {
  const { id, group, summary, description = `${summary}.`, callers, answer } = endpoint;
  const parameters = parametersOf(endpoint, registry, components);
  const statuses = [...new Set(endpointErrors(endpoint).map((code) => catalogue[code].status))];
  return {
    operationId: id,
    tags: [group],
    summary,
    description: `${description}${answer.kind === "file" ? FILE : ""}${limitWords(endpoint)}`,
    "x-retry": endpoint.retry,
    ...(!callers.includes("key") && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: requestBody(toJsonSchema(endpoint.body), endpoint, registry, components),
    }),
    responses: {
      ...(answer.kind === "file" ? fileAnswers(answer, components) : { [answer.status]: answered(answer, components) }),
      ...Object.fromEntries(
        statuses.sort((a, b) => a - b).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

function parametersOf(endpoint: Described, registry: Registry, components: Components): Json[] {
  const of = (place: "path" | "query", schema: JsonSchema = {}): Json[] =>
    Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const { description, ...rest } = components.withRefs(asInput(field, registry));
      const isRequired = place === "path" || (schema.required?.includes(name) === true && !("default" in field));
      return {
        name,
        in: place,
        ...(isRequired && { required: true }),
        ...(description !== undefined && { description }),
        schema: rest,
      };
    });
  const headers = Object.entries(endpoint.headers ?? {}).map(
    ([name, { description, schema = { type: "string" } }]) => ({ name, in: "header", description, schema }),
  );
  return [
    ...of("path", endpoint.params && toJsonSchema(endpoint.params)),
    ...of("query", endpoint.query && toJsonSchema(endpoint.query)),
    ...headers,
  ];
}

function requestBody(
  body: JsonSchema,
  { upload = [], examples }: Described,
  registry: Registry,
  components: Components,
): Json {
  return {
    required: withoutDefault(body).length > 0,
    content: {
      "application/json": {
        schema: bodySchema(body, registry, components),
        ...(examples && {
          examples: Object.fromEntries(examples.map((value, index) => [`example${index + 1}`, { value }])),
        }),
      },
      ...Object.fromEntries(upload.map((type) => [type, { schema: { type: "string" } }])),
    },
  };
}

/** A body that names an operation becomes a choice: one schema per operation, with that operation's request. */
function bodySchema(body: JsonSchema, registry: Registry, components: Components): JsonSchema {
  const { title = "", ...untitled } = body;
  const { properties = {} } = body;
  const closed = { additionalProperties: false, required: withoutDefault(body) };
  const fields = Object.values(properties);
  const isNamed = fields.some((field) => field["x-operation"] === "name");
  if (!isNamed || !fields.some(isRequest)) {
    const inputs = mapped(properties, (field) => asInput(field, registry));
    const schema = { ...components.withRefs({ ...untitled, properties: inputs }), ...closed };
    return title === "" ? schema : components.add(title, schema);
  }
  const forEach = registry.entries.map(({ name, operation }) => {
    const request = schemaTitle(operation.request);
    return components.add(`${title}_${request}`, {
      type: "object",
      ...closed,
      properties: mapped(properties, (field) => components.withRefs(forOperation(field, name, refTo(request)))),
    });
  });
  return components.add(title, { oneOf: forEach });
}

/** The required fields that a caller must send. */
const withoutDefault = ({ required = [], properties = {} }: JsonSchema): string[] =>
  required.filter((name) => !("default" in (properties[name] ?? {})));

const isRequest = (field: JsonSchema): boolean =>
  field["x-operation"] === "request" || field.items?.["x-operation"] === "request";

function forOperation(field: JsonSchema, name: string, request: JsonSchema): JsonSchema {
  if (field["x-operation"] === "name") return { ...plain(field), enum: [name] };
  if (field["x-operation"] === "request") return request;
  if (isRequest(field)) return { ...field, items: request };
  return field;
}

/** The input form of a schema, with the operations' names listed. */
const asInput = (field: JsonSchema, { entries }: Registry): JsonSchema =>
  field["x-operation"] === "name" ? { ...plain(field), enum: entries.map(({ name }) => name) } : field;

const plain = ({ "x-operation": _mark, maxLength: _long, ...field }: JsonSchema): JsonSchema => field;

const mapped = (fields: Record<string, JsonSchema>, change: (field: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));

function answered(answer: Exclude<Answer, FileAnswer>, components: Components): Json {
  const { description } = answer;
  switch (answer.kind) {
    case "json":
      return {
        description,
        ...(answer.location && { headers: { location: { description: "Its path.", schema: { type: "string" } } } }),
        content: { "application/json": { schema: components.withRefs(toJsonSchema(answer.schema)) } },
      };
    case "page":
      return {
        description,
        headers: headerRefs(...withLink(["x-next-cursor"])),
        content: {
          "application/json": { schema: { type: "array", items: components.withRefs(toJsonSchema(answer.row)) } },
        },
      };
    case "content":
      return { description, content: { [answer.types[0]]: { schema: { type: "string" } } } };
  }
}

type FileAnswer = Extract<Answer, { kind: "file" }>;

const FILE =
  " `HEAD` returns the length. With the `etag` in `if-none-match` you get 304 if nothing has changed. XLSX and Parquet files can be read in parts (`Range`, one range per request); the other formats are written as they are sent, always whole.";

function fileAnswers({ description, types, inParts, schema, headers = [] }: FileAnswer, components: Components): Json {
  const known = withLink(headers.filter(isKnownHeader));
  const part = { description: "The requested part of the file.", headers: headerRefs("etag", "content-range") };
  const whole = { description, headers: headerRefs(...known, "etag", "accept-ranges") };
  const unchanged = { 304: { description: "Nothing has changed.", headers: headerRefs("etag") } };
  if (!schema)
    return { 200: { ...whole, content: asFiles(types) }, 206: { ...part, content: asFiles(inParts) }, ...unchanged };
  const [main = "", ...others] = types;
  return {
    200: {
      ...whole,
      content: { [main]: { schema: components.withRefs(toJsonSchema(schema)) } },
      // Not as media types: given three, a generator returns a raw stream instead of data.
      "x-formats": others,
      // Not as a response: every typed call would have to tell it from the records.
      "x-part": { status: 206, ...part, content: asFiles(inParts) },
    },
    ...unchanged,
  };
}

const asFiles = (types: readonly string[]): Json =>
  Object.fromEntries(
    types.map((type) => [type, { schema: type === "application/json" ? anyRecords : { type: "string" } }]),
  );

const anyRecords = { type: "array", items: { type: "object" } };

const isKnownHeader = (name: string): name is HeaderName => name in headerCatalogue;

/** Responses with a cursor have a link to the next page too. */
const withLink = (names: HeaderName[]): HeaderName[] =>
  names.flatMap((name) => (name === "x-next-cursor" ? [name, "link"] : [name]));

/** The rows of docs/limits.md that affect callers. */
function limitWords({ limits: names }: Described): string {
  const rows = names.map((name) => limits[name as LimitName]);
  if (rows.length === 0) return "";
  const words = rows.map(({ what, max, unit, per }) => `${what}: ${max} ${unit}, per ${per}`);
  return `\n\n**Limits:** ${words.join("; ")}.`;
}
