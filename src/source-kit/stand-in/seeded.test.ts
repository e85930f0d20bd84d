import { expect, test } from "vitest";
import { seeded } from "./seeded.ts";

const draws = (key: string) => {
  const chance = seeded(key);
  return Array.from({ length: 1_000 }, () => chance.int(1, 6));
};

test("the same key gives the same draws, another key different ones", () => {
  expect(draws("a")).toEqual(draws("a"));
  expect(draws("a")).not.toEqual(draws("b"));
});

test("integers reach both ends and are evenly distributed", () => {
  const thrown = draws("dice");
  for (const face of [1, 2, 3, 4, 5, 6]) {
    const share = thrown.filter((value) => value === face).length / thrown.length;
    expect(share).toBeGreaterThan(0.12);
    expect(share).toBeLessThan(0.22);
  }
});

test("draws never change: the stand-ins' catalogues and their documentation depend on them", () => {
  const chance = seeded("winnow");
  expect([chance.next(), chance.next()]).toEqual([0.3241015002131462, 0.40090494020842016]);
  expect(Array.from({ length: 8 }, () => chance.int(0, 99))).toEqual([79, 37, 31, 15, 15, 3, 19, 36]);
});

test("every item of a list can be drawn, and probabilities hold", () => {
  const chance = seeded("picks");
  expect(new Set(Array.from({ length: 50 }, () => chance.pick(["a", "b", "c"])))).toEqual(new Set(["a", "b", "c"]));
  expect(Array.from({ length: 50 }, () => chance.chance(0))).not.toContain(true);
  expect(Array.from({ length: 50 }, () => chance.chance(1))).not.toContain(false);
  const half = Array.from({ length: 400 }, () => chance.chance(0.25)).filter(Boolean).length;
  expect(half).toBeGreaterThan(60);
  expect(half).toBeLessThan(140);
});
