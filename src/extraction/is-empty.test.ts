import { expect, test } from "vitest";
import { isEmpty } from "./is-empty.ts";

test("nothing is null, undefined, an empty text or an empty list; 0, false and an empty record are something", () => {
  expect([null, undefined, "", []].map(isEmpty)).toEqual([true, true, true, true]);
  expect([0, false, {}, " ", [null]].map(isEmpty)).toEqual([false, false, false, false, false]);
});
