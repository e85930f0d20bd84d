import { expect, test } from "vitest";
import { catalogue } from "../../src/contract/catalogue.ts";
import { ApiError, apiError } from "../src/errors.ts";

test("each status of the service's catalogue has a class of its own", () => {
  const statuses = new Set(Object.values(catalogue).map(({ status }) => status));
  const names = [...statuses].map((status) => {
    const error = apiError({ status, code: null, detail: "words", requestId: null, retryAfter: null });
    expect(error).toBeInstanceOf(ApiError);
    return error.name;
  });
  expect(names).not.toContain("ApiError");
  expect(new Set(names).size).toBe(statuses.size);
});
