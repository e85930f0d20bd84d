import { errorMessage } from "../base/thrown.ts";
import { requestDefaults } from "../contract/canary.ts";
import type { Operation } from "../contract/operation.ts";
import { type Source, settingEnv } from "../contract/source.ts";
import { firstRequest } from "./first-request.ts";
import type { Engine } from "./types.ts";

/** What a live site's robots.txt says about the first page that an operation requests. */
export interface RobotsStatement {
  source: Source;
  operation: Operation;
  kind: "allowed" | "forbidden" | "unknown";
  words: string;
  /** Advice for the operator; null if there is nothing to do. */
  cure: string | null;
}

/** Checks each operation; a site's robots.txt is fetched once for all of them. */
export async function* robotsStatements(
  sources: readonly Source[],
  engine: Pick<Engine, "robotsRuleOf">,
  originOf: (source: string, name: string) => string,
): AsyncGenerator<RobotsStatement, void, undefined> {
  for (const source of sources) {
    for (const operation of source.operations) {
      const about = { source, operation };
      try {
        const body = { ...requestDefaults(operation), ...operation.examples[0] };
        const request = await firstRequest(source, operation, body, (name) => originOf(source.name, name));
        if (!request) continue;
        const { allowed, line, text, usage } = await engine.robotsRuleOf(source.name, request);
        const stated = usage.length === 0 ? "" : `, and states how content may be used: ${usage.join("; ")}`;
        if (allowed) yield { ...about, kind: "allowed", words: `robots.txt allows it${stated}`, cure: null };
        else {
          const words = `robots.txt does not allow ${request.path.split("?")[0]} (line ${line}: ${text})`;
          yield { ...about, kind: "forbidden", words, cure: cureFor(source) };
        }
      } catch (error) {
        const words = `robots.txt could not be read: ${errorMessage(error)}`;
        yield { ...about, kind: "unknown", words, cure: unreached(source) };
      }
    }
  }
}

const unreached = ({ name }: Source): string =>
  `Check ${settingEnv(name, "origin")}, ${settingEnv(name, "routes")} and whether the site lets this machine in.`;

const cureFor = ({ name }: Source): string =>
  `Ask the site's owner, use its official API, or set WINNOW_${name.toUpperCase()}_ROBOTS=ignore where you have permission in another form.`;
