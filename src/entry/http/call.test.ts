import type { FastifyReply, FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { beginCall, flagHeader, ownRequestId, readIdempotencyKey, readSecret, wholeHeader } from "./call.ts";

const asking = (headers: Record<string, string | string[]>) => ({ headers }) as unknown as FastifyRequest;

describe("the key of a call", () => {
  test("is the access-token header", () => {
    expect(readSecret(asking({ "access-token": "wnw_x" }))).toBe("wnw_x");
  });

  test.each([[{}], [{ "access-token": "" }], [{ "access-token": ["a", "b"] }]])("is missing in %o", (headers) => {
    expect(() => readSecret(asking(headers as Record<string, string>))).toThrow(
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
    "%o is not a whole number: 400, by name",
    (raw) => {
      expect(() => wholeHeader(asking({ "x-max-cost": raw }), "x-max-cost")).toThrow(
        expect.objectContaining({ code: "bad_request", detail: expect.stringContaining("Header x-max-cost must be") }),
      );
    },
  );
});

describe("Idempotency-Key", () => {
  test.each(["a", "order-1", "!~", "x".repeat(255)])("%o is accepted", (key) => {
    expect(readIdempotencyKey(asking({ "idempotency-key": key }))).toBe(key);
  });

  test.each(["", "two words", "x".repeat(256), "naïve", "tab\there"])("%o is 400", (key) => {
    expect(() => readIdempotencyKey(asking({ "idempotency-key": key }))).toThrow(
      expect.objectContaining({ code: "bad_request", detail: expect.stringContaining("1 to 255") }),
    );
  });

  test("may be omitted", () => {
    expect(readIdempotencyKey(asking({}))).toBeNull();
  });
});

test("only a UUID of the caller is accepted, in lower case", () => {
  const id = "5F0C6C9E-6A2F-4D3C-9C8E-0B9D7B1F2A10";
  expect(ownRequestId({ "x-request-id": id })).toBe(id.toLowerCase());
  for (const other of [undefined, "", `${id}0`, `x${id}`, "order-1"]) {
    expect(ownRequestId({ "x-request-id": other })).toBeUndefined();
  }
});

test("a caller with an Authorization header is told which one to use", () => {
  expect(() => readSecret(asking({ authorization: "Bearer x" }))).toThrow(
    expect.objectContaining({
      code: "key_missing",
      detail: expect.stringContaining("An Authorization header is not accepted"),
    }),
  );
  expect(readSecret(asking({ authorization: "Bearer x", "access-token": "wnw_x" }))).toBe("wnw_x");
});

test("repeated headers are not a number and not a key", () => {
  expect(() => wholeHeader(asking({ "x-max-cost": ["1", "2"] }), "x-max-cost")).toThrow("x-max-cost");
  expect(() => readIdempotencyKey(asking({ "idempotency-key": ["a", "b"] }))).toThrow("1 to 255");
  expect(ownRequestId({ "x-request-id": ["5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10"] })).toBeUndefined();
});

test("a header with one known value is present or not; another value is rejected", () => {
  expect(flagHeader(asking({ "x-evidence": "keep" }), "x-evidence", "keep")).toBe(true);
  expect(flagHeader(asking({}), "x-evidence", "keep")).toBe(false);
  for (const value of ["", "Keep", "keep it"]) {
    expect(() => flagHeader(asking({ "x-evidence": value }), "x-evidence", "keep")).toThrow(
      expect.objectContaining({ code: "bad_request", detail: "Header x-evidence must be keep." }),
    );
  }
});

describe("a call begins", () => {
  function begun(headers: Record<string, string>) {
    const set: Record<string, unknown> = {};
    const request = asking(headers);
    const raw = {
      setHeader(name: string, value: unknown) {
        set[name] = value;
      },
    };
    beginCall(request, { raw } as unknown as FastifyReply, 77);
    return { call: request.call, set };
  }
  const kept = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

  test("with the caller's id, or one of ours", () => {
    const id = "5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10";
    const own = begun({ "x-request-id": id });
    expect(own.call).toMatchObject({ requestId: id, startedAt: 77, warnings: [] });
    expect(own.set).toEqual({ "x-request-id": id, ...kept });
    const { call, set } = begun({});
    expect(call).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), warnings: [], kind: "refused" });
    expect(set).toEqual({ "x-request-id": call.requestId, ...kept });
  });

  test("with a warning if the caller's id was replaced", () => {
    const { call, set } = begun({ "x-request-id": "order-1" });
    expect(call.warnings).toEqual(["request_id_replaced"]);
    expect(set).toEqual({ "x-request-id": call.requestId, "x-warnings": "request_id_replaced", ...kept });
  });
});
