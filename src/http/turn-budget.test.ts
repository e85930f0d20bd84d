import { expect, test } from "vitest";
import { TurnBudget } from "./turn-budget.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a burst is taken on over several turns of the event loop, in its order, and whatever comes meanwhile goes behind it", async () => {
  const budget = new TurnBudget();
  const started: number[] = [];
  const spend = (nth: number) => budget.spend(() => started.push(nth));
  for (let nth = 0; nth < 10; nth++) spend(nth);
  expect(started).toEqual([0, 1, 2, 3]);
  await turn();
  expect(started).toHaveLength(8);
  spend(10);
  expect(budget.waiting).toBe(3);
  await turn();
  expect(started).toEqual(Array.from({ length: 11 }, (_, nth) => nth));
  expect(budget.waiting).toBe(0);
});

test("calls that come a few in a turn start at once", async () => {
  const budget = new TurnBudget();
  let started = 0;
  for (let round = 1; round <= 5; round++) {
    for (let nth = 0; nth < 4; nth++) budget.spend(() => started++);
    expect(started).toBe(4 * round);
    await turn();
  }
});
