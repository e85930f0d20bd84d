import { describe, expect, test } from "vitest";
import { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import { compileRequest } from "../contract/reading/read-request.ts";
import { wrongBodies } from "./wrong-bodies.ts";

/** Checks the request: the examples pass, and every field rejects invalid values by name. */
export function requestSuite(operation: Operation): void {
  const read = compileRequest(operation.request);
  const bytes = (body: unknown) => Buffer.from(JSON.stringify(body));

  describe("the request", () => {
    test.each(operation.examples)("%j is accepted", (example) => {
      operation.check?.(read(bytes(example), "application/json"));
    });

    test("every field rejects invalid values with a 422 that names it", () => {
      for (const { field, why, body } of wrongBodies(operation)) {
        expect(
          refusal(() => read(bytes(body), "application/json")),
          `${field}: ${why}`,
        ).toContain(field);
      }
    });
  });
}

/** The fields that a 422 names. */
function refusal(read: () => unknown): unknown[] {
  try {
    read();
  } catch (error) {
    if (error instanceof WinnowError && Array.isArray(error.detail)) return error.detail.map(({ loc }) => loc[1]);
    throw error;
  }
  return ["nothing: the body was taken"];
}
