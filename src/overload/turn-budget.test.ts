import { expect, test } from "vitest";
import { TurnBudget } from "./turn-budget.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a burst is started over several turns of the event loop, in order, and later calls queue behind it", async () => {
  const budget = new TurnBudget();
  const started: number[] = [];
  const spend = (nth: number) => budget.spend("one", () => started.push(nth));
  for (let nth = 0; nth < 5; nth++) spend(nth);
  expect(started).toEqual([0, 1]);
  await turn();
  expect(started).toHaveLength(4);
  spend(5);
  expect(budget.waiting).toBe(2);
  await turn();
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(budget.waiting).toBe(0);
});

test("calls that come a few per turn start immediately", async () => {
  const budget = new TurnBudget();
  let started = 0;
  for (let round = 1; round <= 5; round++) {
    for (let nth = 0; nth < 2; nth++) budget.spend("one", () => started++);
    expect(started).toBe(2 * round);
    await turn();
  }
});

test("a call of another account does not wait behind a burst", async () => {
  const budget = new TurnBudget();
  const started: string[] = [];
  for (let nth = 0; nth < 100; nth++) budget.spend("many", () => started.push("many"));
  budget.spend("other", () => started.push("other"));
  await turn();
  expect(started).toEqual(["many", "many", "many", "other"]);
});
