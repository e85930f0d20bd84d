import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

/** The order in which pieces of work do their steps. */
async function steps(works: number, each: number): Promise<number[]> {
  const turns = new Turns();
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: works }, async (_, work) => {
      const turn = turns.begin();
      for (let step = 0; step < each; step++) {
        await turn();
        order.push(work);
      }
    }),
  );
  return order;
}

test("a piece of work goes on for a while, and then all others have their turn", async () => {
  const order = await steps(3, 100);
  const runs = order.filter((work, at) => work !== order[at - 1]);
  expect(runs).toEqual([0, 1, 2, 0, 1, 2]);
  expect(order.filter((work) => work === 2)).toHaveLength(100);
});

test("there is one step in each turn of the event loop", async () => {
  let loops = 0;
  const count = () => {
    loops += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await steps(10, 20);
  clearImmediate(counting);
  expect(loops).toBeGreaterThanOrEqual(199);
});
