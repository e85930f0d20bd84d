import { expect, test } from "vitest";
import { limits } from "../limits/limits.ts";
import { ownedTables } from "../store/ownership.ts";

const named = ownedTables.flatMap(({ name, atMost }) =>
  atMost.startsWith("limits.") ? [[name, atMost] as const] : [],
);

test.each(named)("the rows of an account in %s are bounded by a limit that exists: %s", (_table, bound) => {
  expect(limits).toHaveProperty(bound.replace("limits.", ""));
});
