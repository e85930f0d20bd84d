import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonSchema } from "../contract/json-schema.ts";

/** Every field of a public endpoint says what it means: without that, the service does not start. */
export function checkMeanings({ id, params, query, body, answer }: Endpoint<never>): void {
  const answered = answer.kind === "page" ? answer.row : answer.schema;
  for (const schema of [params, query, body, answered]) {
    const [field] = schema ? unexplained(schema as JsonSchema) : [];
    if (field !== undefined) throw new Error(`the endpoint ${id} does not say what its field ${field} means`);
  }
}

function unexplained({ properties = {}, items, additionalProperties, anyOf = [] }: JsonSchema): string[] {
  const inner = [items, additionalProperties, ...anyOf].filter((one) => typeof one === "object");
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description ? [] : [name]),
      ...unexplained(field).map((one) => `${name}.${one}`),
    ]),
    ...inner.flatMap(unexplained),
  ];
}
