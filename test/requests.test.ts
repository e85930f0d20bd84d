import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { StandInCall } from "../src/contract/stand-in.ts";
import { standInFor } from "../src/source-kit/testing/stand-in-for.ts";
import { findSources } from "../src/sources/find-sources.ts";

const folder = join(import.meta.dirname, "..", "src", "sources");
/** Set by the HTTP client of the moment, not by us. */
const NOT_OURS = new Set(["host", "connection", "content-length"]);

/** Dates of examples move on with the years. */
const yearless = (text: string) => text.replace(/\b20\d\d(?=-\d\d-\d\d\b)/g, "<year>");

/** One request as a site sees it; where the stand-in happens to listen is left out. */
function shown({ method, url, headers, body }: StandInCall): string {
  const plain = (text: string) =>
    yearless(text)
      .replaceAll(url.origin, "<origin>")
      .replaceAll(url.host, "<host>")
      .replace(/^Winnow\/[\d.]+/, "Winnow/<version>");
  const named = Object.entries(headers).filter(([name]) => !NOT_OURS.has(name));
  const lines = [
    `${method} ${plain(url.pathname + url.search)}`,
    ...named.map(([name, value]) => `${name}: ${plain(value)}`).sort(),
  ];
  return [...lines, ...(body === "" ? [] : ["", plain(body)])].join("\n");
}

describe.each((await findSources()).map((source) => [source.name, source] as const))("%s", (name, source) => {
  test("what goes out to the site is as last reviewed; `npx vitest run test/requests.test.ts -u` writes it anew", async () => {
    const bench = await standInFor(source);
    const parts: string[] = [];
    try {
      for (const operation of source.operations) {
        for (const example of operation.examples) {
          bench.calls.length = 0;
          await bench.run(operation, example);
          // Pages are asked for side by side: their order is no part of what is asked.
          const requests = bench.calls.map(shown).sort();
          for (const { headers } of bench.calls) {
            // Under our own name, in one language, and never without saying what is wanted.
            expect(headers["user-agent"]).toMatch(/^Winnow\//);
            expect(headers.accept).toBeTruthy();
            expect(headers["accept-language"]).toMatch(/^([a-z]{2})(-[A-Za-z]{2},\1;q=0\.9)?$/);
          }
          parts.push(`### ${operation.path} ${yearless(JSON.stringify(example))}\n\n${requests.join("\n\n")}\n`);
        }
      }
    } finally {
      await bench.close();
    }
    await expect(`${parts.join("\n")}`).toMatchFileSnapshot(join(folder, name, "requests.snapshot"));
  });
});
