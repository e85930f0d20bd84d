import { expect, test } from "vitest";
import { SimulatedClock } from "./clock.ts";
import { LeastUsedFirst } from "./least-used-first.ts";

/** Work that ends when it is told to, in the order in which it began. */
function working() {
  const clock = new SimulatedClock();
  const turns = new LeastUsedFirst(clock);
  const began: string[] = [];
  const ends: Array<() => void> = [];
  const want = (account: string) =>
    turns.run(account, () => {
      began.push(account);
      return new Promise<void>((end) => ends.push(end));
    });
  const end = async (ms: number): Promise<void> => {
    await new Promise(setImmediate);
    clock.advance(ms);
    ends.shift()!();
    await new Promise(setImmediate);
  };
  return { clock, turns, began, want, end };
}

test("an account that has used little waits for one piece of work, however many others wait", async () => {
  const { began, want, end } = working();
  for (const account of ["a", "b", "a", "b", "a", "b"]) void want(account);
  await end(1_000);
  await end(1_000);
  void want("little");
  await end(1_000);
  expect(began).toEqual(["a", "b", "a", "little"]);
});

test("accounts that want the same take turns, each its own work in order", async () => {
  const { began, want, end } = working();
  for (const account of ["a", "a", "a", "b", "b", "b"]) void want(account);
  for (let nth = 0; nth < 5; nth++) await end(500);
  expect(began).toEqual(["a", "b", "a", "b", "a", "b"]);
});

test("what was used is forgotten with time", async () => {
  const { clock, began, want, end } = working();
  void want("early");
  await end(8_000);
  clock.advance(600_000);
  void want("late");
  await end(1_000);
  void want("x");
  void want("late");
  void want("early");
  await end(1);
  await end(1);
  expect(began).toEqual(["early", "late", "x", "early", "late"]);
});

test("work that fails ends its turn", async () => {
  const { turns, began, want } = working();
  const failing = turns.run("a", () => Promise.reject(new Error("no")));
  void want("b");
  await expect(failing).rejects.toThrow("no");
  await expect.poll(() => began).toEqual(["b"]);
});
