import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keptSecret } from "./secret.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-secret-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["auth-secret", "operator-token"] as const)(
  "%s is generated once, and only its owner can read it",
  (name) => {
    const dataDir = join(folder, name);
    const made = keptSecret(name, dataDir);
    expect(Buffer.from(made, "base64url")).toHaveLength(32);
    expect(keptSecret(name, dataDir)).toBe(made);
    expect(readFileSync(join(dataDir, name), "utf8")).toBe(made);
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(() => keptSecret(name, join(dataDir, name))).toThrow();
  },
);
