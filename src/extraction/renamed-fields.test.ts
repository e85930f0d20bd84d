import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSources } from "../contract/load-sources.ts";
import { renameDrill } from "./testing/rename-drill.ts";

// All names, and the saved pages too: `npm run bench -- extraction-renames`. Here some, of the stand-ins.
test("of renamed fields that cost a required field, 95 % are noticed", async () => {
  let lost = 0;
  const unnoticed: string[] = [];
  for (const source of await loadSources(join(import.meta.dirname, "../sources"))) {
    const tally = await renameDrill(source, { bytesPerPage: 3_000_000 });
    lost += tally.lost;
    unnoticed.push(...tally.unnoticed);
  }
  expect(lost).toBeGreaterThan(10);
  expect(1 - unnoticed.length / lost, unnoticed.join("\n")).toBeGreaterThanOrEqual(0.95);
});
