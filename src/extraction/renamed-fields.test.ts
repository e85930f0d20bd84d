import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSources } from "../contract/load-sources.ts";
import { renameDrill } from "./testing/rename-drill.ts";

const sources = await loadSources(join(import.meta.dirname, "../sources"));

// All names, and the saved pages too: `npm run bench -- extraction-renames`. Here some, of the stand-ins.
describe.each(sources)("$name", (source) => {
  test("of renamed fields that cost a required field, 95 % are noticed", { timeout: 120_000 }, async () => {
    const { lost, unnoticed } = await renameDrill(source, { namesPerPage: 20 });
    expect(lost).toBeGreaterThan(0);
    expect(1 - unnoticed.length / lost, unnoticed.join("\n")).toBeGreaterThanOrEqual(0.95);
  });
});
