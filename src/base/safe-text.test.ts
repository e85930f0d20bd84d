import { expect, test } from "vitest";
import { makeSafe, safeText } from "./safe-text.ts";

test.each([
  ["a lone high surrogate", "a\ud800b", "a\ufffdb"],
  ["a lone low surrogate", "\udc00", "\ufffd"],
  ["surrogates in the wrong order", "\udc00\ud800", "\ufffd\ufffd"],
  ["an override of the direction", "invoice\u202egpj.exe", "invoicegpj.exe"],
  ["embeddings and isolates", "\u202aa\u202bb\u202c\u202d\u2066c\u2067d\u2068e\u2069", "abcde"],
  ["deprecated marks of shape and notes between lines", "\u206aa\u206f\ufff9b\ufffb", "ab"],
  ["an end of a line that JSON does not escape", "a\u2028b\u2029c", "a\nb\nc"],
  ["controls of terminals", "\u001b[31mred\u0007\u0000\u009b", "[31mred"],
])("%s does not reach a value", (_what, text, safe) => {
  expect(safeText(text)).toBe(safe);
});

test.each([
  ["Arabic", "مرحبا بالعالم"],
  ["Hebrew with a plain mark of direction", "שלום\u200f (hello)\u200e"],
  ["Persian with a joiner that separates", "می\u200cخواهم"],
  ["an emoji of several people", "👨\u200d👩\u200d👧"],
  ["a flag of tags", "🏴\u{e0067}\u{e0062}\u{e007f}"],
  ["a pair of surrogates", "𝒳"],
  ["lines and tabs", "a\n\tb\r\n"],
  ["nothing", ""],
])("%s stays as it is", (_what, text) => {
  expect(safeText(text)).toBe(text);
});

test("every text of a record is made safe, however deep, and other values stay", () => {
  const record = {
    name: "a\u202eb",
    count: 3,
    none: null,
    tags: ["x\ud800", "y"],
    inner: { list: [{ text: "\u0000z" }], flag: true, "in\u202each\udfff": 1 },
  };
  expect(makeSafe(record)).toEqual({
    name: "ab",
    count: 3,
    none: null,
    tags: ["x\ufffd", "y"],
    inner: { list: [{ text: "z" }], flag: true, "inach\ufffd": 1 },
  });
});
