import { expect, test } from "vitest";
import { capturesOf } from "../../source-testing/saved-answer.ts";
import { typedText } from "./destinations-search.ts";
import { suggest } from "./site/autocomplete.ts";

const token = (...bytes: Array<number | string>) =>
  Buffer.concat(bytes.map((byte) => (typeof byte === "string" ? Buffer.from(byte) : Buffer.from([byte])))).toString(
    "base64",
  );

test("the typed text is the seventh field, whatever is before and after it", () => {
  expect(typedText(token(26, 0, 32, 5, 40, 1, 50, 2, "en", 58, 4, "Rome", 64, 0))).toBe("Rome");
  expect(typedText(token(32, 0x85, 0x01, 58, 6, "Évora"))).toBe("Évora");
  const long = "x".repeat(300);
  expect(typedText(token(58, 0xac, 0x02, long))).toBe(long);
});

test.each([
  undefined,
  null,
  7,
  "",
  "!!",
  token(50, 2, "en"),
  token(58, 9, "Rome"),
  token(58),
  token(61, 4, "Rome"),
  token(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
])("%j has none", (value) => {
  expect(typedText(value)).toBeNull();
});

test.each(["Lisbon", "Île de France", "Ho Chi Minh"])("the stand-in's suggestions for %s repeat it", (query) => {
  const { results } = suggest(query, 5, "en-us");
  expect(results.length).toBeGreaterThan(0);
  for (const { roundtrip } of results) expect(typedText(roundtrip)).toBe(query);
});

const captures = capturesOf("stays");

test.skipIf(!captures)("saved suggestions of different kinds repeat one and the same text", () => {
  const { results } = JSON.parse(captures!("autocomplete-2026-10.json"));
  const typed = new Set(results.map(({ roundtrip }: { roundtrip: string }) => typedText(roundtrip)));
  expect(typed.size).toBe(1);
  expect(results[0].label).toContain([...typed][0]);
});
