import { expect, test } from "vitest";
import { parseJson } from "./json.ts";
import { serialiseValidation } from "./serialise.ts";

const echo = (input: unknown): string => {
  const written = serialiseValidation([{ type: "t", loc: ["body", "a", 0], msg: "m", input }]);
  const start = '{"detail":[{"type":"t","loc":["body","a",0],"msg":"m","input":';
  expect(written.startsWith(start)).toBe(true);
  return written.slice(start.length, -"}]}".length);
};

test.each([
  ["7", "7"],
  ["7.0", "7.0"],
  ["7.50", "7.5"],
  ["-0.0", "-0.0"],
  ["-0", "0"],
  ["1E2", "100.0"],
  ["1e15", "1000000000000000.0"],
  ["1e16", "1e+16"],
  ["1e20", "1e+20"],
  ["123456789012345680.0", "1.2345678901234568e+17"],
  ["0.0001", "0.0001"],
  ["0.00001", "1e-05"],
  ["5e-324", "5e-324"],
  ["-1.5e300", "-1.5e+300"],
  ["123456789012345678901234567890", "123456789012345678901234567890"],
  ['{"b":1.0,"1":[null,true],"é":"\\u001f\\/"}', '{"b":1.0,"1":[null,true],"é":"\\u001f/"}'],
])("%s is echoed as Python prints it", (sent, written) => {
  expect(echo(parseJson(sent))).toBe(written);
});

test("values that JSON cannot express are echoed as closely as possible", () => {
  expect(echo(parseJson("[NaN,Infinity,-Infinity,1e400]"))).toBe("[null,null,null,null]");
  expect(echo(parseJson('"\\ud800"'))).toBe('"\\ud800"');
});

test("a missing value is echoed as null", () => {
  expect(echo({ a: undefined, b: [undefined] })).toBe('{"a":null,"b":[null]}');
});

test("an echo omits the keys that FastAPI's encoder omits", () => {
  expect(echo(parseJson('{"_sa_instance_state":1,"_sb":{"_sa":2}}'))).toBe('{"_sb":{}}');
});

test("an echo nested to the parser's limit is still serialised", () => {
  const written = echo(parseJson("[".repeat(9_000) + "]".repeat(9_000)));
  expect(JSON.parse(written)).toBeInstanceOf(Array);
});

test.each<[kind: string, open: string, close: string]>([
  ["lists", "[", "]"],
  ["objects", '{"a":', "}"],
])("an echo of %s is cut after a thousand levels", (_, open, close) => {
  const written = echo(parseJson(`${open.repeat(1_500)}7${close.repeat(1_500)}`));
  expect(written).toBe(`${open.repeat(1_001)}null${close.repeat(1_001)}`);
  expect(echo(parseJson(`${open.repeat(1_000)}7${close.repeat(1_000)}`))).toBe(
    `${open.repeat(1_000)}7${close.repeat(1_000)}`,
  );
});

test("plain values of a rule across fields, and items without input or ctx, are serialised too", () => {
  expect(
    serialiseValidation([
      { type: "value_error", loc: ["body"], msg: "m", input: { a: [1, "x", null] }, ctx: { error: {} } },
      { type: "t", loc: [], msg: "m" },
    ]),
  ).toBe(
    '{"detail":[{"type":"value_error","loc":["body"],"msg":"m","input":{"a":[1,"x",null]},"ctx":{"error":{}}},{"type":"t","loc":[],"msg":"m"}]}',
  );
});
