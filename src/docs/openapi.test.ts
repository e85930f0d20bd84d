import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

interface Media {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Response {
  $ref?: string;
  content?: Record<string, Media>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const document = JSON.parse(await readFile(`${root}/docs/openapi.json`, "utf8"));
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "api");
const fitting = (schema: object | undefined) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));

test("every example of a body fits its schema", () => {
  const bodies = Object.entries(document.paths as Record<string, Record<string, { requestBody?: Response }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        Object.values(requestBody?.content ?? {}).map((media) => ({ path: `${method} ${path}`, ...media })),
      ),
  );
  const checked = bodies.flatMap(({ path, schema, examples = {} }) =>
    Object.values(examples).map(({ value }) => [path, fitting(schema)(value)]),
  );
  expect(checked.length).toBeGreaterThan(20);
  expect(checked.filter(([, fits]) => !fits)).toEqual([]);
});

test("every error response has an example of each of its errors, which fits its schema", () => {
  const shared = document.components.responses as Record<string, Response>;
  const own = Object.values(document.paths as Record<string, Record<string, { responses?: Record<string, Response> }>>)
    .flatMap((methods) => Object.values(methods).flatMap(({ responses = {} }) => Object.entries(responses)))
    .filter(([status, { $ref }]) => Number(status) >= 400 && !$ref);
  const all = [...own, ...Object.entries(shared)];
  expect(new Set(all.map(([status]) => status)).size).toBeGreaterThan(10);
  for (const [status, { content }] of all) {
    const { schema, example, examples } = content!["application/json"]!;
    const given = example ? [example] : Object.values(examples ?? {}).map(({ value }) => value);
    expect(given.length, status).toBeGreaterThan(0);
    const fits = fitting(schema);
    for (const value of given) expect([status, value, fits(value)]).toEqual([status, value, true]);
    expect(JSON.stringify(examples?.idempotency_mismatch ?? "used with another")).toContain("used with another");
  }
});

test("every component is referenced", () => {
  const { securitySchemes: _, ...components } = document.components as Record<string, object>;
  const all = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  const text = JSON.stringify(document);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((one) => !text.includes(`"${one}"`))).toEqual([]);
});

interface Field {
  description?: string;
  $ref?: string;
  const?: unknown;
}

test("every field of every schema has a meaning", () => {
  const seen = { fields: 0 };
  const without = (schema: Field, path: string): string[] =>
    Object.entries(schema).flatMap(([key, value]) => {
      if (typeof value !== "object" || value === null || /^(?:examples?|default|enum|required)$/.test(key)) return [];
      if (key !== "properties") return without(value as Field, `${path}/${key}`);
      return Object.entries(value as Record<string, Field>).flatMap(([name, field]) => {
        seen.fields++;
        const isSaid = field.description ?? field.$ref ?? field.const;
        return [...(isSaid === undefined ? [`${path}.${name}`] : []), ...without(field, `${path}.${name}`)];
      });
    });
  // Which of two fields is required is no description of either: both are described above it.
  const missing = without(document, "").filter((path) => !/\/(?:anyOf|dependentSchemas)\b/.test(path));
  expect(missing).toEqual([]);
  expect(seen.fields).toBeGreaterThan(500);
});
