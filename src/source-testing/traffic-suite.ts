import { expect, test } from "vitest";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { StandInCall } from "../contract/stand-in.ts";
import { standInFor } from "./stand-in-for.ts";

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
      .replace(/^Winnow\/\S+/, "Winnow/<version>");
  const named = Object.entries(headers).filter(([name]) => !NOT_OURS.has(name));
  const lines = [
    `${method} ${plain(url.pathname + url.search)}`,
    ...named.map(([name, value]) => `${name}: ${plain(value)}`).sort(),
  ];
  return [...lines, ...(body === "" ? [] : ["", plain(body)])].join("\n");
}

/** The languages of a header such as `nl-NL,nl;q=0.9`, without their regions. */
const languagesIn = (header: string) => new Set(header.split(",").map((tag) => tag.trim().split(/[-;]/)[0]));

/** Checks what the site sees of the examples, against `requests.snapshot` beside the test. */
export function trafficSuite(source: Source, operations: readonly Operation[]): void {
  test("requests to the site are as last reviewed (requests.snapshot; -u updates it): our own user agent, one language", async () => {
    const bench = await standInFor(source);
    const parts: string[] = [];
    try {
      for (const operation of operations) {
        for (const example of operation.examples) {
          bench.calls.length = 0;
          await bench.run(operation, example);
          for (const { headers } of bench.calls) {
            expect(headers["user-agent"]).toMatch(/^Winnow\//);
            expect(headers.accept).toBeTruthy();
            expect(languagesIn(headers["accept-language"] ?? "").size).toBe(1);
          }
          // Pages are requested concurrently, so their order does not matter.
          const requests = bench.calls.map(shown).sort();
          parts.push(`### ${operation.path} ${yearless(JSON.stringify(example))}\n\n${requests.join("\n\n")}\n`);
        }
      }
    } finally {
      await bench.close();
    }
    await expect(parts.join("\n")).toMatchFileSnapshot("requests.snapshot");
  });
}
