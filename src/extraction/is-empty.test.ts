import { expect, test } from "vitest";
import { isEmpty } from "./is-empty.ts";

test("null, undefined, an empty text and an empty list are empty; 0, false and an empty record are not", () => {
  expect([null, undefined, "", []].map(isEmpty)).toEqual([true, true, true, true]);
  expect([0, false, {}, " ", [null]].map(isEmpty)).toEqual([false, false, false, false, false]);
});
