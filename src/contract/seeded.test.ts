import { expect, test } from "vitest";
import { seeded } from "./seeded.ts";

const draws = (key: string) => {
  const chance = seeded(key);
  return Array.from({ length: 1_000 }, () => chance.int(1, 6));
};

test("the same key gives the same draws, another key others", () => {
  expect(draws("a")).toEqual(draws("a"));
  expect(draws("a")).not.toEqual(draws("b"));
});

test("whole numbers reach both ends and are spread evenly", () => {
  const thrown = draws("dice");
  for (const face of [1, 2, 3, 4, 5, 6]) {
    const share = thrown.filter((value) => value === face).length / thrown.length;
    expect(share).toBeGreaterThan(0.12);
    expect(share).toBeLessThan(0.22);
  }
});
