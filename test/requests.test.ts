import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { StandInCall } from "../src/contract/stand-in.ts";
import { standInFor } from "../src/source-kit/testing/stand-in-for.ts";
import { findSources } from "../src/sources/find-sources.ts";

const folder = join(import.meta.dirname, "..", "src", "sources");
/** Set by the HTTP client rather than by us. */
const NOT_OURS = new Set(["host", "connection", "content-length"]);

/** The years of dates in examples change. */
const yearless = (text: string) => text.replace(/\b20\d\d(?=-\d\d-\d\d\b)/g, "<year>");

/** One request as a site sees it, without the stand-in's address. */
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
  test("requests to the site are as last reviewed; `npx vitest run test/requests.test.ts -u` updates the snapshot", async () => {
    const bench = await standInFor(source);
    const parts: string[] = [];
    try {
      for (const operation of source.operations) {
        for (const example of operation.examples) {
          bench.calls.length = 0;
          await bench.run(operation, example);
          // Pages are requested concurrently, so their order does not matter.
          const requests = bench.calls.map(shown).sort();
          for (const { headers } of bench.calls) {
            // With our own user agent, in one language, and always with an accept header.
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
