import { type CatalogueRow, catalogue, type ErrorCode } from "../contract/catalogue.ts";
import { type Answer, commonErrors, type Endpoint, keyErrors } from "../contract/endpoint.ts";
import { type LimitName, limits } from "../limits/limits.ts";
import type { Registry } from "../service/registry.ts";
import { type Components, refTo } from "./components.ts";
import { headerCatalogue, headerRefs } from "./headers.ts";
import type { Json } from "./json.ts";

type Described = Endpoint<never>;
interface Fields {
  properties?: Record<string, Json>;
  required?: string[];
}

/** Every code that an endpoint can answer with. */
export const errorsOf = ({ errors = [], callers }: Described): ErrorCode[] => [
  ...new Set([...(callers.includes("key") ? keyErrors : []), ...errors, ...commonErrors]),
];

/** Those that a caller without a session can use. */
export const isPublic = ({ callers }: Described): boolean => callers.includes("key") || callers.includes("nobody");

/** The endpoints as OpenAPI's paths. */
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
  const statuses = [...new Set(errorsOf(endpoint).map((code) => (catalogue[code] as CatalogueRow).status))];
  return {
    operationId: id,
    tags: [group],
    summary,
    description: `${description}${limitWords(endpoint)}`,
    "x-retry": endpoint.retry,
    ...(!callers.includes("key") && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: requestBody(endpoint, registry, components) }),
    responses: {
      [answer.status]: answered(answer, components),
      ...Object.fromEntries(
        statuses.sort((a, b) => a - b).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

function parametersOf(endpoint: Described, registry: Registry, components: Components): Json[] {
  const of = (place: "path" | "query", schema: Fields | undefined): Json[] =>
    Object.entries(schema?.properties ?? {}).map(([name, field]) => {
      const { description, ...rest } = components.withRefs(asInput(field, registry)) as Json;
      const isRequired = place === "path" || (schema?.required?.includes(name) === true && !("default" in field));
      return {
        ...{ name, in: place, ...(isRequired && { required: true }) },
        ...(description !== undefined && { description }),
        schema: rest,
      };
    });
  const headers = Object.entries(endpoint.headers ?? {}).map(
    ([name, { description, schema = { type: "string" } }]) => ({
      ...{ name, in: "header", description, schema },
    }),
  );
  return [
    ...of("path", endpoint.params as unknown as Fields),
    ...of("query", endpoint.query as unknown as Fields),
    ...headers,
  ];
}

function requestBody({ body, upload = [], examples }: Described, registry: Registry, components: Components): Json {
  const { required = [], properties = {} } = body as unknown as Fields;
  return {
    required: required.some((name) => !("default" in properties[name]!)),
    content: {
      "application/json": {
        schema: bodySchema(body as unknown as Json, registry, components),
        ...(examples && {
          examples: Object.fromEntries(examples.map((value, index) => [`example${index + 1}`, { value }])),
        }),
      },
      ...Object.fromEntries(upload.map((type) => [type, { schema: { type: "string" } }])),
    },
  };
}

/** A body that names an operation is one of several: for each operation, with that operation's own request. */
function bodySchema(body: Json, registry: Registry, components: Components): Json {
  const { properties, title, required } = body as {
    properties: Record<string, Json>;
    title?: string;
    required: string[];
  };
  const closed = {
    additionalProperties: false,
    required: required.filter((name) => !("default" in properties[name]!)),
  };
  if (!Object.values(properties).some(isRequest)) {
    return {
      ...(components.withRefs({
        ...body,
        properties: mapped(properties, (field) => asInput(field, registry)),
      }) as Json),
      ...closed,
    };
  }
  const forEach = registry.entries.map(({ name, operation }) => {
    const request = (operation.request as { title: string }).title;
    return components.add(`${title}_${request}`, {
      ...{ type: "object", ...closed },
      properties: mapped(properties, (field) => components.withRefs(forOperation(field, name, refTo(request)))),
    });
  });
  return components.add(title!, { oneOf: forEach });
}

const isRequest = (field: Json): boolean =>
  field["x-operation"] === "request" || (field.items as Json | undefined)?.["x-operation"] === "request";

function forOperation(field: Json, name: string, request: Json): Json {
  if (field["x-operation"] === "name") return { ...plain(field), enum: [name] };
  if (field["x-operation"] === "request") return request;
  if (isRequest(field)) return { ...field, items: request };
  return field;
}

/** What callers send: the names of the operations are listed. */
const asInput = (field: Json, { entries }: Registry): Json =>
  field["x-operation"] === "name" ? { ...plain(field), enum: entries.map(({ name }) => name) } : field;

const plain = ({ "x-operation": _mark, maxLength: _long, ...field }: Json): Json => field;

const mapped = (fields: Record<string, Json>, change: (field: Json) => Json): Record<string, Json> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));

function answered(answer: Answer, components: Components): Json {
  const { description } = answer;
  switch (answer.kind) {
    case "json":
      return {
        description,
        ...(answer.location && { headers: { location: { description: "Its path.", schema: { type: "string" } } } }),
        content: { "application/json": { schema: components.withRefs(answer.schema) } },
      };
    case "page":
      return {
        description,
        headers: headerRefs("x-next-cursor"),
        content: { "application/json": { schema: { type: "array", items: components.withRefs(answer.row) } } },
      };
    case "content": {
      const known = (answer.headers ?? []).filter((name) => name in headerCatalogue) as Array<
        keyof typeof headerCatalogue
      >;
      const [main = "", ...others] = answer.types;
      return {
        description,
        ...(known.length > 0 && { headers: headerRefs(...known) }),
        content: { [main]: { schema: answer.schema ? components.withRefs(answer.schema) : { type: "string" } } },
        // Not as media types: a generator that is given three returns a raw stream instead of data.
        ...(others.length > 0 && { "x-formats": others }),
      };
    }
  }
}

/** The rows of docs/limits.md that a caller can meet. */
function limitWords({ limits: names }: Described): string {
  const rows = names.map((name) => limits[name as LimitName]);
  if (rows.length === 0) return "";
  const words = rows.map(({ what, most, unit, per }) => `${what}: ${most} ${unit}, per ${per}`);
  return `\n\n**Limits:** ${words.join("; ")}.`;
}
