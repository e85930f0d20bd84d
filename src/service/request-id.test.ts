import { expect, test } from "vitest";
import { newRequestId } from "./request-id.ts";

test("request ids are UUIDs of version 7 that sort by time and do not repeat", () => {
  const times = [0, 1, 255, 1_803_859_200_000, 1_803_859_200_001];
  const ids = times.map(newRequestId);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(Array.from({ length: 1000 }, () => newRequestId(5))).size).toBe(1000);
});

test("a request id begins with its time, and the rest is random", () => {
  const ids = Array.from({ length: 3_000 }, () => newRequestId(0x0123456789ab));
  for (const id of ids) expect(id.slice(0, 15)).toBe("01234567-89ab-7");
  const seen = (at: number) => new Set(ids.map((id) => id[at])).size;
  const chance = [15, 16, 17, 20, 21, 22, ...Array.from({ length: 12 }, (_, nth) => 24 + nth)];
  expect(chance.map(seen)).toEqual(chance.map(() => 16));
  expect([...new Set(ids.map((id) => id[19]))].sort()).toEqual(["8", "9", "a", "b"]);
});
