import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSources } from "../../find-sources.ts";

const sources = await findSources();

test.each(sources.map(({ name }) => name))("%s is put to the suite", (name) => {
  const file = join(import.meta.dirname, "../../sources", name, "suite.test.ts");
  expect(readFileSync(file, "utf8")).toContain("sourceSuite(source");
});
