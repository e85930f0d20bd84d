import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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

test("Redocly's linter finds nothing to say about docs/openapi.json with the recommended rules", async () => {
  const { stdout, stderr } = await promisify(execFile)(
    "node_modules/.bin/redocly",
    ["lint", "--format=json", "docs/openapi.json"],
    {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  ).catch((error: { stdout: string; stderr: string }) => error);
  expect(JSON.parse(stdout).totals, stderr).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});

test("every error response has an example of each of its errors, which fits its schema", async () => {
  const document = JSON.parse(await readFile(`${root}/docs/openapi.json`, "utf8"));
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "api");
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
    const fits = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
    for (const value of given) expect([status, value, fits(value)]).toEqual([status, value, true]);
    expect(JSON.stringify(examples?.idempotency_mismatch ?? "used with another")).toContain("used with another");
  }
});
