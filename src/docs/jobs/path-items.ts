import type { Json } from "../json.ts";

/** The few shapes that the paths of jobs, batches, webhooks and schedules are made of. */

export const uuid = { type: "string", format: "uuid" };
export const text = { type: "string" };
export const whole = { type: "integer" };
export const moment = { type: "string", format: "date-time" };
export const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: "null" }] });
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const object = (properties: Json): Json => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

export const json = (schema: Json, description: string): Json => ({
  description,
  content: { "application/json": { schema } },
});

export const listOf = (name: string, description: string): Json => ({
  ...json({ type: "array", items: ref(name) }, description),
  headers: { "x-next-cursor": { description: "Present if there are more.", schema: text } },
});

const inQuery = (name: string, description: string, schema: Json): Json => ({ name, in: "query", description, schema });

export const query = {
  limit: (maximum: number, byDefault?: number): Json =>
    inQuery("limit", "Rows a page.", {
      ...{ type: "integer", minimum: 1, maximum },
      ...(byDefault !== undefined && { default: byDefault }),
    }),
  cursor: inQuery("cursor", "The `x-next-cursor` of the last page.", text),
  start: inQuery("start_time", "Only items created at or after this time.", moment),
  end: inQuery("end_time", "Only items created before this time.", moment),
  oneOf: (name: string, description: string, values: readonly string[]): Json =>
    inQuery(name, description, { type: "string", enum: values }),
  text: (name: string, description: string): Json => inQuery(name, description, text),
};

export const header = (name: string, description: string, schema: Json = text): Json => ({
  ...{ name, in: "header", description, schema },
});

export const idInPath = (what: string): Json => ({
  ...{ name: "id", in: "path", required: true, description: `The ${what}'s id.`, schema: uuid },
});

interface Route {
  id: string;
  tag: string;
  summary: string;
  description?: string;
  parameters?: Json[];
  body?: Json;
  answers: Record<number, Json>;
  errors?: number[];
}

/** Every route of the caller's own work answers with these, too. */
const always = [401, 403, 429, 500];

export const route = ({
  id,
  tag,
  summary,
  description = `${summary}.`,
  parameters,
  body,
  answers,
  errors = [],
}: Route): Json => ({
  operationId: id,
  tags: [tag],
  summary,
  description,
  ...(parameters && { parameters }),
  ...(body && { requestBody: body }),
  responses: {
    ...answers,
    ...Object.fromEntries(
      [...always, ...errors]
        .sort((a, b) => a - b)
        .map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
  },
});
