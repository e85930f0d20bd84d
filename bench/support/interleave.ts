import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Milliseconds a call, each contender's median. */
export type Medians<Name extends string> = Record<Name, number>;

/**
 * Measures contenders turn by turn, so that whatever else the machine does falls on all of them alike. The first
 * turns are not counted, and each turn starts without the garbage of the one before: none pays for another's.
 */
export async function interleave<Name extends string>(
  contenders: Record<Name, () => unknown>,
  { rounds, warmUp = Math.ceil(rounds / 5) }: { rounds: number; warmUp?: number },
): Promise<Medians<Name>> {
  const names = Object.keys(contenders) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      collectGarbage();
      const started = performance.now();
      await contenders[name]();
      const ms = performance.now() - started;
      if (round >= 0) taken[name].push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(taken[name])])) as Medians<Name>;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
