import { periodicTask } from "../base/periodic-task.ts";
import { type AutomaticDeps, createAutomaticRecalls } from "./automatic-recalls.ts";
import { createRecallRounds, type RoundDeps } from "./recall-rounds.ts";
import { createRecallViews } from "./recall-store.ts";
import { createRecalls, type RecallDeps } from "./recalls.ts";

const ROUND_MS = 5_000;

interface Deps extends RecallDeps, RoundDeps, Omit<AutomaticDeps, "recalls"> {
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}

/** Recalls in a running service: what was created is paid and told every few seconds, whoever created it. */
export function openRecalls(deps: Deps) {
  const { db, clock, log } = deps;
  const recalls = createRecalls(deps);
  const { round } = createRecallRounds(deps);
  const judge = createAutomaticRecalls({ ...deps, recalls });
  const rounds = periodicTask({
    clock,
    pauseMs: ROUND_MS,
    async run() {
      await judge();
      await round();
    },
    onError: (error) => log.error({ err: error }, "a recall could not be completed"),
  });
  return {
    ...recalls,
    views: createRecallViews(db),
    round: rounds.soon,
    start: rounds.start,
    [Symbol.asyncDispose]: () => rounds.close(),
  };
}
