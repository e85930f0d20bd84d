import type { Source } from "./contract/source.ts";
import { robotsStatements } from "./extraction/robots-statement.ts";
import type { Engine, Log } from "./extraction/types.ts";

/** Says at the start, for each live source, what its robots.txt forbids: an operator hears it before the first caller does. */
export async function tellRobots(
  sources: Source[],
  engine: Pick<Engine, "robotsRuleOf">,
  originOf: (source: string, name: string) => string,
  log: Pick<Log, "info" | "warn">,
): Promise<void> {
  for await (const statement of robotsStatements(sources, engine, originOf)) {
    const about = { source: statement.source.name, operation: statement.operation.path };
    if (statement.kind === "allowed") log.info(about, "robots.txt allows it");
    else if (statement.kind === "forbidden") log.warn(about, `${statement.words}. ${statement.cure}`);
    else log.warn(about, `robots.txt could not be read: ${statement.error.message}`);
  }
}
