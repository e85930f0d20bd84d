import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));

test("no landed migration was edited, and each one is on the list (node scripts/freeze-migrations.ts)", () => {
  const frozen = JSON.parse(read("frozen.json").toString()) as Record<string, string>;
  const files = readdirSync(new URL(".", import.meta.url)).filter((name) =>
    /^\d{3}-.*\.ts$|^column-types\.ts$/.test(name),
  );
  const now = files.map((name) => [name, createHash("sha256").update(read(name)).digest("hex")]);
  expect(Object.fromEntries(now)).toEqual(frozen);
});
