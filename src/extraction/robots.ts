import robotsParser from "robots-parser";
import type { Clock } from "../clock.ts";
import { NotResponding, WinnowError } from "../contract/errors.ts";
import { charsetOf, decode } from "./charset.ts";
import { openIdleTimeout } from "./idle-timeout.ts";
import type { Transport } from "./transport/transport.ts";

/** The name that a robots.txt may address; otherwise its rules for everyone hold. */
const ROBOT_NAME = "Winnow";
const KEPT_MS = 24 * 3600_000;
const MAX_BYTES = 512 * 1024;

interface Rules {
  isAllowed(url: string, robot: string): boolean | undefined;
  getCrawlDelay(robot: string): number | undefined;
}

// The package's own types describe an ES module that it is not.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Rules;

/** The robots.txt of the origins of one source, where it is honoured. */
export interface Robots {
  /** Throws where the site does not want this page read. */
  permit(url: URL, transport: Transport): Promise<void>;
  /** Seconds between requests that the site asks for; null where it does not. */
  crawlDelayOf(origin: string): number | null;
}

export const noRobots: Robots = { permit: async () => {}, crawlDelayOf: () => null };

export function honouredRobots(clock: Clock, headers: Record<string, string>): Robots {
  const known = new Map<string, { rules: Rules; until: number }>();
  const asked = new Map<string, Promise<Rules>>();

  async function rulesOf(origin: string, transport: Transport): Promise<Rules> {
    const kept = known.get(origin);
    if (kept && kept.until > clock.now()) return kept.rules;
    let asking = asked.get(origin);
    if (!asking) {
      // Its own patience, not that of the caller who came first: others wait for the same answer.
      const patience = openIdleTimeout(new AbortController().signal, clock);
      asking = fetchRules(origin, transport, patience.signal, headers)
        .then((rules) => {
          known.set(origin, { rules, until: clock.now() + KEPT_MS });
          return rules;
        })
        .finally(() => {
          patience.release();
          asked.delete(origin);
        });
      asked.set(origin, asking);
    }
    return asking;
  }

  return {
    async permit(url, transport) {
      const rules = await rulesOf(url.origin, transport);
      if (rules.isAllowed(url.href, ROBOT_NAME) === false) {
        throw new WinnowError("blocked", "blocked by the source: its robots.txt does not allow this page", {
          internal: `robots.txt of ${url.origin} does not allow ${url.pathname}`,
        });
      }
    },
    crawlDelayOf: (origin) => known.get(origin)?.rules.getCrawlDelay(ROBOT_NAME) ?? null,
  };
}

/** None (4xx) means no rules; a site that cannot say is not asked for anything else (RFC 9309). */
async function fetchRules(
  origin: string,
  transport: Transport,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<Rules> {
  const url = new URL("/robots.txt", origin);
  const answer = await transport.send({
    url,
    method: "GET",
    headers: { ...headers, accept: "text/plain" },
    body: null,
    signal,
    maxBytes: MAX_BYTES,
    onBytes: () => {},
  });
  if (answer.status >= 500 || answer.status === 429) throw new NotResponding(`robots.txt: status ${answer.status}`);
  const text = answer.status === 200 ? decode(answer.body, charsetOf(answer.body)) : "";
  return parseRobots(url.href, text);
}
