import { expect, test } from "vitest";
import { coalesced, coalescedByKey } from "./coalesced.ts";

test("calls that arrive during a run share one run that starts afterwards", async () => {
  const gates: Array<() => void> = [];
  const look = coalesced(() => new Promise<void>((resolve) => gates.push(resolve)));
  const first = look();
  const others = Promise.all([look(), look(), look()]);
  expect(gates).toHaveLength(1);
  gates[0]!();
  await first;
  await Promise.resolve();
  expect(gates).toHaveLength(2);
  gates[1]!();
  await others;
  expect(gates).toHaveLength(2);
});

test("a failed run rejects the calls that shared it, not later ones", async () => {
  let tries = 0;
  const look = coalesced(async () => {
    tries += 1;
    if (tries === 1) throw new Error("away");
  });
  const [first, second] = [look(), look()];
  await expect(first).rejects.toThrow("away");
  await expect(second).resolves.toBeUndefined();
  expect(tries).toBe(2);
});

test("each key has runs of its own, and later calls run again", async () => {
  const runs: string[] = [];
  const gate = Promise.withResolvers<void>();
  const look = coalescedByKey(async (key) => {
    runs.push(key);
    await gate.promise;
    return runs.length;
  });
  const seen = [look("a"), look("b"), look("a"), look("a")];
  expect(runs).toEqual(["a", "b"]);
  gate.resolve();
  expect(await Promise.all(seen)).toEqual([2, 2, 3, 3]);
  expect([await look("b"), runs]).toEqual([4, ["a", "b", "a", "b"]]);
});
