import type { RobotsStatement } from "../extraction/robots-statement.ts";
import type { Log } from "../extraction/types.ts";

/** Logs what a live site's robots.txt allows, so that an operator knows before the first caller does. */
export function logRobots(log: Pick<Log, "info" | "warn">, statement: RobotsStatement): void {
  const { source, operation, kind, words, cure } = statement;
  const about = { source: source.name, operation: operation.path };
  if (kind === "allowed") log.info(about, words);
  else log.warn(about, `${words}. ${cure}`);
}
