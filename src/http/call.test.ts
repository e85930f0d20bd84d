import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { idempotencyKeyOf, ownRequestId, secretOf, wholeHeader } from "./call.ts";

const asking = (headers: Record<string, string | string[]>) => ({ headers }) as unknown as FastifyRequest;

describe("the key of a call", () => {
  test("is the access-token header", () => {
    expect(secretOf(asking({ "access-token": "wnw_x" }))).toBe("wnw_x");
  });

  test.each([[{}], [{ "access-token": "" }], [{ "access-token": ["a", "b"] }]])("is missing in %o", (headers) => {
    expect(() => secretOf(asking(headers as Record<string, string>))).toThrow(
      expect.objectContaining({ code: "key_missing", detail: expect.not.stringContaining("Authorization") }),
    );
  });
});

describe("x-max-cost", () => {
  test.each([
    [{}, null],
    [{ "x-max-cost": "0" }, 0],
    [{ "x-max-cost": "100" }, 100],
    [{ "x-max-cost": "999999999999" }, 999_999_999_999],
  ])("%o is read as %o", (headers, expected) => {
    expect(wholeHeader(asking(headers as Record<string, string>), "x-max-cost")).toBe(expected);
  });

  test.each(["", "abc", "1.5", "-1", "1e3", " 1", "10 points", "1000000000000", "0x10", "１"])(
    "%o is no whole number: 400, by name",
    (raw) => {
      expect(() => wholeHeader(asking({ "x-max-cost": raw }), "x-max-cost")).toThrow(
        expect.objectContaining({ code: "bad_request", detail: expect.stringContaining("Header x-max-cost must be") }),
      );
    },
  );
});

describe("Idempotency-Key", () => {
  test.each(["a", "order-1", "!~", "x".repeat(255)])("%o is taken", (key) => {
    expect(idempotencyKeyOf(asking({ "idempotency-key": key }))).toBe(key);
  });

  test.each(["", "two words", "x".repeat(256), "naïve", "tab\there"])("%o is 400", (key) => {
    expect(() => idempotencyKeyOf(asking({ "idempotency-key": key }))).toThrow(
      expect.objectContaining({ code: "bad_request", detail: expect.stringContaining("1 to 255") }),
    );
  });

  test("may be left out", () => {
    expect(idempotencyKeyOf(asking({}))).toBeNull();
  });
});

test("the caller's own UUID is taken in small letters, and nothing else", () => {
  const id = "5F0C6C9E-6A2F-4D3C-9C8E-0B9D7B1F2A10";
  expect(ownRequestId({ "x-request-id": id })).toBe(id.toLowerCase());
  for (const other of [undefined, "", `${id}0`, `x${id}`, "order-1"]) {
    expect(ownRequestId({ "x-request-id": other })).toBeUndefined();
  }
});
