import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { authSecret } from "./secret.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-secret-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the session secret is the operator's, or one that is generated once and that only its owner can read", () => {
  const dataDir = join(folder, "data");
  expect(authSecret({ authSecret: "given", dataDir })).toBe("given");
  const made = authSecret({ authSecret: "", dataDir });
  expect(Buffer.from(made, "base64url")).toHaveLength(32);
  expect(authSecret({ authSecret: "", dataDir })).toBe(made);
  expect(readFileSync(join(dataDir, "auth-secret"), "utf8")).toBe(made);
  expect(statSync(join(dataDir, "auth-secret")).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(() => authSecret({ authSecret: "", dataDir: join(dataDir, "auth-secret") })).toThrow();
});
