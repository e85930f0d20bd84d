import { expect, test } from "vitest";
import { newRequestId } from "./request-id.ts";

test("request ids are UUIDs of version 7 that sort by time and do not repeat", () => {
  const times = [0, 1, 255, 1_803_859_200_000, 1_803_859_200_001];
  const ids = times.map(newRequestId);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(Array.from({ length: 1000 }, () => newRequestId(5))).size).toBe(1000);
});
