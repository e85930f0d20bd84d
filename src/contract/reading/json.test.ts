import { expect, test } from "vitest";
import { decodeBody, UndecodableBody } from "./decode.ts";
import { DEEPEST, JsonFault, JsonFloat, JsonTooMuch, MAX_DIGITS, parseJson } from "./json.ts";

const fault = (text: string) => {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonFault) return [error.message, error.position];
    throw error;
  }
};

test.each([
  ["", "Expecting value", 0],
  ["[", "Expecting value", 1],
  ["[1,,2]", "Expecting value", 3],
  ['{"a":}', "Expecting value", 5],
  ["-", "Expecting value", 0],
  ["-Infinit", "Expecting value", 0],
  ["\ufeff{}", "Expecting value", 0],
  ["[1 2]", "Expecting ',' delimiter", 3],
  ["[01]", "Expecting ',' delimiter", 2],
  ['{"a" 1}', "Expecting ':' delimiter", 5],
  ["{1:2}", "Expecting property name enclosed in double quotes", 1],
  ['{"a":1, }', "Illegal trailing comma before end of object", 6],
  ["[1 , ]", "Illegal trailing comma before end of array", 3],
  ["1.e3", "Extra data", 1],
  ["1e+", "Extra data", 1],
  ["NaN1", "Extra data", 3],
  ['"a', "Unterminated string starting at", 0],
  ['"a\\', "Unterminated string starting at", 0],
  ['"a\nb"', "Invalid control character at", 2],
  ['"\\x"', "Invalid \\escape", 1],
  ['"\\u12"', "Invalid \\uXXXX escape", 2],
  ['"\\u0041', "Invalid \\uXXXX escape", 2],
  ['"\\ud800\\u12z4"', "Invalid \\uXXXX escape", 8],
  ['["😀😀", x]', "Expecting value", 7],
  ['😀["é"]', "Expecting value", 0],
  ['[x, "😀"]', "Expecting value", 1],
  ['"a\u001fb"', "Invalid control character at", 2],
])("%j is rejected with Python's message, at its position in code points", (text, message, position) => {
  expect(fault(text)).toEqual([message, position]);
});

test("floats and integers are distinguished, however they are written", () => {
  const float = (value: number) => new JsonFloat(value);
  expect(parseJson("[7, 7.0, 7e0, 1E2, -0, -0.0, 1e400]")).toStrictEqual([
    7,
    float(7),
    float(7),
    float(100),
    0,
    float(-0),
    float(Number.POSITIVE_INFINITY),
  ]);
  expect(parseJson("[NaN, Infinity, -Infinity]")).toStrictEqual([
    float(Number.NaN),
    float(Number.POSITIVE_INFINITY),
    float(Number.NEGATIVE_INFINITY),
  ]);
});

test("an integer keeps all digits, up to Python's length limit", () => {
  expect(parseJson("[9007199254740991, 9007199254740993]")).toStrictEqual([9007199254740991, 9007199254740993n]);
  expect(parseJson("1".repeat(MAX_DIGITS))).toBeTypeOf("bigint");
  expect(parseJson(`-${"1".repeat(MAX_DIGITS)}`)).toBeTypeOf("bigint");
  expect(() => parseJson(`-${"1".repeat(MAX_DIGITS + 1)}`)).toThrow(JsonTooMuch);
  expect(() => parseJson("1".repeat(MAX_DIGITS + 1))).toThrow(
    new JsonTooMuch("it has an integer of more than 4300 digits"),
  );
  expect(parseJson("[9007199254740992, -9007199254740991, -9007199254740992]")).toStrictEqual([
    9007199254740992n,
    -9007199254740991,
    -9007199254740992n,
  ]);
});

test.each([" ", "\t", "\n", "\r", " \r\n\t "])("%j is allowed between any two tokens", (gap) => {
  const parts = ["{", '"a"', ":", "[", "1", ",", "{", "}", ",", "[", "]", "]", ",", '"b"', ":", "null", "}"];
  const read = parseJson(`${gap}${parts.join(gap)}${gap}`) as Map<string, unknown>;
  expect([...read]).toEqual([
    ["a", [1, new Map(), []]],
    ["b", null],
  ]);
});

test.each(["\v", "\f", "\u00a0", "\u2028"])("%j is not white space", (gap) => {
  expect(fault(`[${gap}1]`)).toEqual(["Expecting value", 1]);
  expect(fault(`[1]${gap}`)).toEqual(["Extra data", 3]);
});

test("the last of equal keys wins, at the position of the first; no key is special", () => {
  const read = parseJson('{"b":1,"1":2,"__proto__":3,"b":4}') as Map<string, unknown>;
  expect([...read]).toEqual([
    ["b", 4],
    ["1", 2],
    ["__proto__", 3],
  ]);
});

test("escapes are parsed; surrogate pairs are joined, lone surrogates kept", () => {
  expect(parseJson('"\\u00e9\\/\\b\\f\\n\\r\\t\\"\\\\ \\ud83d\\ude00 \\ud800"')).toBe('é/\b\f\n\r\t"\\ 😀 \ud800');
});

test("nesting is parsed as deep as Python allows, without the call stack", () => {
  expect(parseJson("[".repeat(DEEPEST) + "]".repeat(DEEPEST))).toBeInstanceOf(Array);
  expect(() => parseJson("[".repeat(1_000_000))).toThrow(JsonTooMuch);
  expect(() => parseJson('{"a":'.repeat(200_000))).toThrow(JsonTooMuch);
});

const text = '{"a":"é😀"}';
const utf16 = Buffer.from(text, "utf16le");
const utf32 = Buffer.concat(
  [...text].map((char) => {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(char.codePointAt(0)!);
    return four;
  }),
);

test.each([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little end first", utf16],
  ["UTF-16, big end first", Buffer.from(utf16).swap16()],
  ["UTF-16 with a mark", Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16 with a mark, big end first", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ["UTF-32, little end first", utf32],
  ["UTF-32, big end first", Buffer.from(utf32).swap32()],
  ["UTF-32 with a mark", Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32])],
  ["UTF-32 with a mark, big end first", Buffer.concat([Buffer.from([0, 0, 0xfe, 0xff]), Buffer.from(utf32).swap32()])],
])("%s is recognised by its first bytes", (_name, bytes) => {
  expect(decodeBody(bytes)).toBe(text);
});

test.each([
  ["UTF-8", Buffer.from("7")],
  ["UTF-16, little end first", Buffer.from([0x37, 0])],
  ["UTF-16, big end first", Buffer.from([0, 0x37])],
])("a body of one character in %s is recognised by its zero bytes", (_name, bytes) => {
  expect(decodeBody(bytes)).toBe("7");
});

test.each<[bytes: number[], text: string]>([
  [[0xef, 0xbb, 0xbf], ""],
  [[0xff, 0xfe], ""],
  [[0xfe, 0xff], ""],
  [[0xfe, 0xff, 0, 0x37], "7"],
  [[0xff, 0xfe, 0x37, 0], "7"],
  [[0x37, 0, 0x38, 0], "78"],
  // The second character is beyond Latin-1, so that at most one of its bytes is zero.
  [[0x22, 0, 0, 0x30], '"\u3000'],
  [[0x22, 0, 0xb7, 0x30], '"\u30b7'],
  [[0x22, 0, 0, 0], '"'],
  [[0, 0x22, 0x30, 0], '"\u3000'],
  [[0, 0, 0, 0x22], '"'],
  [[0x37, 0x38, 0x39], "789"],
  [[], ""],
])("%j is %j", (bytes, text) => {
  expect(decodeBody(Buffer.from(bytes))).toBe(text);
});

test.each<[bytes: number[], why: string]>([
  [[0xff, 0xfe, 0x22], "it looks like UTF-16 and is cut short"],
  [[0xfe, 0xff, 0x22], "it looks like UTF-16 and is cut short"],
  [[0x22, 0, 0x22, 0, 0x22], "it looks like UTF-16 and is cut short"],
  [[0, 0, 0, 0x22, 0], "it looks like UTF-32 and is cut short"],
  [[0, 0, 0xfe, 0xff, 0, 0x11, 0, 0], "it looks like UTF-32 and has an invalid character"],
  [[0x22, 0xff], "it is not valid UTF-8"],
])("%j is %s", (bytes, why) => {
  expect(() => decodeBody(Buffer.from(bytes))).toThrow(new UndecodableBody(why));
});

test("the highest code point is accepted", () => {
  expect(decodeBody(Buffer.from([0, 0, 0xfe, 0xff, 0, 0x10, 0xff, 0xff]))).toBe("\u{10ffff}");
});

test("lone surrogates in UTF-8 are accepted anywhere, with the text around them", () => {
  const both = [0xed, 0xaf, 0xbf, 0x41, 0xed, 0xbf, 0xbe, 0xed, 0x9f, 0xbf, 0xed, 0xb0, 0x81];
  expect(decodeBody(Buffer.from(both))).toBe("\udbffA\udffe\ud7ff\udc01");
  for (const cut of [
    [0x41, 0xed],
    [0xed, 0xa0, 0x80, 0xed, 0xa0],
    [0xed, 0xa0, 0xc0],
    [0xed, 0xc0, 0x80],
  ])
    expect(() => decodeBody(Buffer.from(cut))).toThrow(new UndecodableBody("it is not valid UTF-8"));
});

test("a lone surrogate in UTF-8 is accepted; other invalid bytes are not", () => {
  expect(decodeBody(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0xc3, 0xad, 0x22]))).toBe('"\ud800í"');
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xed, 0xa0, 0x22],
    [0xff, 0xfe, 0x22],
    [0, 0, 0, 0x22, 0],
    [0, 0x11, 0, 0x22, 0],
    [0x22, 0, 0, 0, 0, 0, 0x11, 0],
  ]) {
    expect(() => decodeBody(Buffer.from(bytes))).toThrow(UndecodableBody);
  }
});
