import type { Registry } from "../service/registry.ts";
import { Components, refTo } from "./components.ts";
import { type Json, schemaTitle } from "./json.ts";
import { operationId } from "./openapi.ts";

/** Limits of GPT actions: operations per document, and characters per description. */
const MAX_OPERATIONS = 30;
const LONGEST_DESCRIPTION = 300;

/**
 * A small OpenAPI document for GPT actions and similar tools: only data operations and lookups, at an absolute address,
 * each with just its body and its records.
 */
export function actionsDocument(registry: Registry, server: string): Json {
  const components = new Components(registry);
  const entries = registry.entries.slice(0, MAX_OPERATIONS);
  return {
    openapi: "3.1.0",
    info: {
      title: "Winnow",
      version: "0.0.1",
      description: "Structured records, taken live from public websites. Only status 200 is charged.",
    },
    servers: [{ url: server }],
    security: [{ accessToken: [] }],
    paths: Object.fromEntries(
      entries.map((entry) => [
        entry.operation.path,
        {
          post: {
            operationId: operationId(entry),
            summary: entry.operation.summary,
            description: cut(`${entry.operation.description} Price: ${entry.operation.price.words}.`),
            requestBody: {
              required: true,
              content: {
                "application/json": {
                  schema: refTo(schemaTitle(entry.operation.request)),
                  example: entry.operation.examples[0],
                },
              },
            },
            responses: {
              200: {
                description: "The records.",
                content: {
                  "application/json": {
                    schema: { type: "array", items: refTo(schemaTitle(entry.operation.record)) },
                  },
                },
              },
              "4XX": { description: "Nothing was charged; `detail` says what to change." },
            },
          },
        },
      ]),
    ),
    components: {
      securitySchemes: { accessToken: { type: "apiKey", in: "header", name: "access-token" } },
      schemas: components.gathered,
    },
  };
}

function cut(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  const whole = text.slice(0, LONGEST_DESCRIPTION - 1);
  return `${whole.slice(0, whole.lastIndexOf(" "))}…`;
}
