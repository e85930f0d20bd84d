import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

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
