import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Milliseconds of processor time a call, each contender's median. */
export type Medians<Name extends string> = Record<Name, number>;

/**
 * Measures contenders that do not wait for anything, turn by turn, by the processor time of this thread: what else
 * the machine does is not in it. As many turns again come first and are not counted. Each turn starts without the
 * garbage of the one before: none pays for another's.
 */
export function interleave<Name extends string>(
  contenders: Record<Name, () => unknown>,
  { rounds, warmUp = rounds }: { rounds: number; warmUp?: number },
): Medians<Name> {
  const names = Object.keys(contenders) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      collectGarbage();
      const before = process.threadCpuUsage();
      contenders[name]();
      const { user, system } = process.threadCpuUsage(before);
      if (round >= 0) taken[name].push((user + system) / 1000);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(taken[name])])) as Medians<Name>;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
