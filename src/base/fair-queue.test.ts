import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const item = (account: string, no: number) => ({ account, no });
const filled = (...accounts: string[]) => {
  const queue = new FairQueue<{ account: string; no: number }>();
  for (const [no, account] of accounts.entries()) queue.push(item(account, no));
  return queue;
};
const drained = (queue: ReturnType<typeof filled>, fits = (_: { account: string }) => true) => {
  const order: string[] = [];
  for (let next = queue.take(fits); next; next = queue.take(fits)) order.push(`${next.account}${next.no}`);
  return order;
};

test("accounts take turns, and each account's items come out in order", () => {
  const queue = filled("a", "a", "a", "b", "c", "b");
  expect([queue.size, queue.sizeOf("a"), queue.sizeOf("b"), queue.sizeOf("x")]).toEqual([6, 3, 2, 0]);
  expect(drained(queue)).toEqual(["a0", "b3", "c4", "a1", "b5", "a2"]);
  expect([queue.size, queue.sizeOf("a"), queue.take(() => true)]).toEqual([0, 0, undefined]);
});

test("an item that does not fit is skipped, and stays queued", () => {
  const queue = filled("a", "b", "a");
  expect(drained(queue, ({ account }) => account === "b")).toEqual(["b1"]);
  expect(drained(queue)).toEqual(["a0", "a2"]);
});

test("an item that does not fit does not hold up the next of its account, but only the first few are searched", () => {
  const queue = filled(...Array.from({ length: 20 }, () => "a"));
  const take = (no: number) => queue.take((one) => one.no === no)?.no;
  expect([take(15), take(18)]).toEqual([15, undefined]);
  expect(
    queue.take(
      ({ no }) => no === 4,
      () => true,
    )?.no,
  ).toBe(4);
  expect(queue.size).toBe(18);
});

test("a removed item is not taken, and is removed only once", () => {
  const queue = filled("b");
  const [one, other] = [item("a", 7), item("a", 8)];
  queue.push(one);
  queue.push(other);
  queue.remove(one);
  queue.remove(one);
  queue.remove(item("x", 1));
  expect([queue.size, queue.sizeOf("a"), drained(queue)]).toEqual([2, 1, ["b0", "a8"]]);
});

test("takeWhere removes matching items at any position", () => {
  const queue = filled("a", "a", "b", "b");
  expect(queue.takeWhere(({ no }) => no % 2 === 1).map(({ no }) => no)).toEqual([1, 3]);
  expect([queue.size, drained(queue)]).toEqual([2, ["a0", "b2"]]);
});

test("the last item of the longest queue makes room; only a shorter queue may displace it", () => {
  const queue = filled("a", "a", "a", "b");
  expect([queue.wouldDisplace("a"), queue.wouldDisplace("b"), queue.wouldDisplace("x")]).toEqual([false, true, true]);
  expect(queue.dropLongest()).toEqual(item("a", 2));
  expect([queue.size, queue.sizeOf("a")]).toEqual([3, 2]);
});

test("a new item is served after its own queue, and after as many from each other queue", () => {
  const queue = filled("a", "a", "a", "b");
  expect([queue.aheadOf("a"), queue.aheadOf("b"), queue.aheadOf("x")]).toEqual([5, 4, 3]);
  expect(filled().aheadOf("x")).toBe(1);
});

test("newest-first accounts get their newest item first, and lose their oldest when room is needed", () => {
  const queue = filled("a", "a", "a", "b", "b");
  const isNewestFirst = (account: string) => account === "a";
  expect([queue.accounts, queue.oldestOf("a"), queue.oldestOf("x")]).toEqual([2, item("a", 0), undefined]);
  expect(queue.dropLongest(isNewestFirst)).toEqual(item("a", 0));
  const order = [1, 2, 3, 4].map(() => queue.take(() => true, isNewestFirst)?.no);
  expect(order).toEqual([2, 3, 1, 4]);
  expect([queue.accounts, queue.dropLongest(isNewestFirst)]).toEqual([0, undefined]);
});
