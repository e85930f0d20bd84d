import { expect, test } from "vitest";
import { tokensOf } from "./highlight.ts";

test("a line is coloured by its tokens, and text that looks like code stays text", () => {
  expect(tokensOf('"na\\"me": "3 true // no",', "json")).toEqual([
    { kind: "key", text: '"na\\"me"' },
    { kind: "plain", text: ": " },
    { kind: "string", text: '"3 true // no"' },
    { kind: "plain", text: "," },
  ]);
  expect(tokensOf("-1.5e3, null", "json").map(({ kind }) => kind)).toEqual(["number", "plain", "word"]);
});

test.each(["plain", "json", "shell", "typescript", "python", "go"] as const)(
  "coloured %s is the same text",
  (language) => {
    const code = `const a = "b"; // c\nif -1.5 'd' # e\n{"f": [null, 2e9]}`;
    expect(
      tokensOf(code, language)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
  },
);
