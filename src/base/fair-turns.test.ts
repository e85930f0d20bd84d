import { expect, test } from "vitest";
import { FairTurns } from "./fair-turns.ts";

/** Work that runs until the test ends it. */
function working() {
  const turns = new FairTurns();
  const began: string[] = [];
  const ends: Array<() => void> = [];
  const want = (account: string, size = 100) =>
    void turns.run(account, size, () => {
      began.push(account);
      return new Promise<void>((end) => ends.push(end));
    });
  const endNext = async (times = 1): Promise<void> => {
    for (let nth = 0; nth < times; nth++) {
      await new Promise(setImmediate);
      ends.shift()!();
      await new Promise(setImmediate);
    }
  };
  return { turns, began, want, endNext };
}

test("an account that wants little waits for one piece of work, however many others wait", async () => {
  const { began, want, endNext } = working();
  for (const account of ["a", "b", "c", "d", "e", "a", "b", "c", "d", "e"]) want(account);
  await endNext(3);
  for (let nth = 1; nth <= 4; nth++) {
    want("little", 20);
    await endNext();
    expect(began.at(-1)).toBe("little");
    await endNext();
    expect(began.filter((account) => account === "little")).toHaveLength(nth);
  }
});

test("accounts that want the same take turns, each its own work in order", async () => {
  const { began, want, endNext } = working();
  for (const account of ["a", "a", "a", "b", "b", "b"]) want(account);
  await endNext(5);
  expect(began).toEqual(["a", "b", "a", "b", "a", "b"]);
});

test("accounts share by the size of their work, not by its pieces", async () => {
  const { began, want, endNext } = working();
  want("first");
  for (let nth = 0; nth < 12; nth++) {
    want("large", 100);
    want("small", 25);
  }
  await endNext(10);
  expect(began.slice(1, 11).join(" ")).toBe("small small small large small small small small large small");
});

test("an account that has had much waits for one piece of each newcomer at most", async () => {
  const { began, want, endNext } = working();
  for (let nth = 0; nth < 500; nth++) {
    want("old");
    await endNext();
  }
  const newcomers = Array.from({ length: 10 }, (_, nth) => `new ${nth}`);
  for (let nth = 0; nth < 50; nth++) for (const account of newcomers) want(account);
  await endNext();
  want("old");
  await endNext(11);
  expect(began.slice(500, 512)).toContain("old");
});

test("work that fails ends its turn", async () => {
  const { turns, began, want } = working();
  const failing = turns.run("a", 1, () => Promise.reject(new Error("no")));
  want("b");
  await expect(failing).rejects.toThrow("no");
  await expect.poll(() => began).toEqual(["b"]);
});
