import type { FastifyReply, FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { beginCall, ownRequestId, readSecret } from "./call.ts";

const asking = (headers: Record<string, string | string[]>) => ({ headers }) as unknown as FastifyRequest;

describe("the key of a call", () => {
  test("the key of a call is the access-token header", () => {
    expect(readSecret(asking({ "access-token": "wnw_x" }))).toBe("wnw_x");
  });

  test.each([[{}], [{ "access-token": "" }], [{ "access-token": ["a", "b"] }]])(
    "the key of a call is missing in %o",
    (headers) => {
      expect(() => readSecret(asking(headers as Record<string, string>))).toThrow(
        expect.objectContaining({ code: "key_missing", detail: expect.not.stringContaining("Authorization") }),
      );
    },
  );
});

test("only a UUID of the caller is accepted, in lower case", () => {
  const id = "5F0C6C9E-6A2F-4D3C-9C8E-0B9D7B1F2A10";
  expect(ownRequestId({ "x-request-id": id })).toBe(id.toLowerCase());
  for (const other of [undefined, "", `${id}0`, `x${id}`, "order-1", [id]]) {
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
