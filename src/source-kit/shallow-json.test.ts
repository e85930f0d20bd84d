import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shallowJson } from "./shallow-json.ts";

/** Megabytes that a process grows to by parsing a text, as the operating system counts them. */
function megabytes(text: string): number {
  const script = `
    import { shallowJson } from ${JSON.stringify(new URL("./shallow-json.ts", import.meta.url).href)};
    const text = ${text};
    const before = process.resourceUsage().maxRSS;
    try { shallowJson(text) } catch {}
    console.log(process.resourceUsage().maxRSS - before)`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return Number(printed) / 1_024;
}

test.each([
  "'['.repeat(4_000_000)",
  "'[1,'.repeat(1_300_000)",
  `'{"a":'.repeat(800_000)`,
  `'{"[\\\\\\\\":['.repeat(600_000)`,
])("a page of %s costs no more memory than its own text", (text) => {
  expect(megabytes(text)).toBeLessThan(16);
});

test("what sites nest is parsed, whatever brackets its texts have; what nobody nests is refused", () => {
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(shallowJson(deep(1_000))).toBeInstanceOf(Array);
  const wide = Array.from({ length: 20_000 }, (_, at) => ({ at: [at, '[{"', "\\"] }));
  expect(shallowJson(JSON.stringify(wide))).toEqual(wide);
  expect(shallowJson(JSON.stringify(["[".repeat(20_000)]))).toHaveLength(1);
  expect(() => shallowJson("[".repeat(20_000))).toThrow("more than 1000 levels");
});
