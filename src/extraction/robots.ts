import robotsParser from "robots-parser";
import type { Clock } from "../base/clock.ts";
import { safeText } from "../base/safe-text.ts";
import { AskedToWait, Blocked, NotResponding, type SourceError, Throttled, WinnowError } from "../contract/errors.ts";
import type { Answer } from "../contract/site.ts";
import { retryAfterMs } from "./classify-response.ts";
import type { PermitOutcome } from "./governor/adaptive-limit.ts";
import { ROBOT_NAME } from "./identity/user-agent.ts";
import { openIdleTimeout } from "./idle-timeout.ts";
import { type OwnerStop, STOP_CHECKED_MS, stopLineIn } from "./owner-stop.ts";
import { isSameSite } from "./same-site.ts";
import { openSession } from "./session.ts";
import type { Transport } from "./transport/transport.ts";
import { conditionalHeaders } from "./validated-answers.ts";

const KEPT_MS = 24 * 3600_000;
/** Minimum interval before requesting rules again from a site that did not return them. */
const REFUSED_MS = 60_000;
const NOT_RESPONDING_MS = 10_000;
/** How long a request for rules waits for its permit; a longer pause of the site is reported to the caller. */
const PERMIT_MS = 20_000;
/** A longer delay is taken as this: a wrong number in robots.txt must not close the source. */
const MAX_CRAWL_DELAY_S = 60;
const MAX_BYTES = 512 * 1024;
/** Statuses of walls; a 429 is a request to wait, unless a browser gets past it. */
const WALLS = new Set([202, 401, 403, 429]);

/**
 * What robots.txt says about the use of content. None of it says whether a page may be fetched, and the first is a draft of
 * the IETF (aipref), so it is shown to the operator and nothing is inferred from it.
 */
const USAGE = /^(content-usage|content-signal|license)\s*:/i;
const MAX_USAGE = 10;
const MAX_SHOWN_LINE = 300;

interface Parsed {
  isAllowed(url: string, robot: string): boolean | undefined;
  getMatchingLineNumber(url: string, robot: string): number;
  getCrawlDelay(robot: string): number | undefined;
}

// The package's types describe an ES module, which it is not.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Parsed;

/** What robots.txt says about one page. */
export interface RobotsRule {
  allowed: boolean;
  /** Starts at 1; null if no line applies to the page. */
  line: number | null;
  text: string | null;
  /** Lines that state how content may be used: `Content-Usage`, `Content-Signal`, `License`. */
  usage: readonly string[];
}

/** The robots.txt of an origin, as far as it applies to us. */
export interface RobotsRules {
  about(url: URL): RobotsRule;
  crawlDelay: number | null;
  /** The line by which an owner stops us; null if there is none. */
  stopLine: number | null;
}

/** Parsed rules, with the validators to revalidate them. */
interface ReadRobots {
  rules: RobotsRules;
  conditions: Record<string, string>;
}

/** The robots.txt of a source's origins, if it is honoured. */
export interface Robots {
  /** Throws if the site disallows this page. */
  permit(url: URL, transport: Transport): Promise<void>;
  /** The rules of an origin, requested once a day. */
  rulesOf(origin: string, transport: Transport): Promise<RobotsRules>;
  /** The crawl delay in seconds; null if there is none. */
  crawlDelayOf(origin: string): number | null;
}

const everything: RobotsRules = {
  about: () => ({ allowed: true, line: null, text: null, usage: [] }),
  crawlDelay: null,
  stopLine: null,
};

export const noRobots: Robots = {
  permit: async () => {},
  rulesOf: async () => everything,
  crawlDelayOf: () => null,
};

export interface RobotsDeps {
  clock: Clock;
  headers: Record<string, string>;
  /** A permit at the origin: robots.txt counts like any other request. */
  acquire(origin: string, signal: AbortSignal, deadline: number): Promise<{ release(outcome: PermitOutcome): void }>;
  /** Owners are told that robots.txt stops us within a minute, so it is looked at again while the site is in use. */
  stop?: Pick<OwnerStop, "robots"> | undefined;
  /** The operator ignores robots.txt, so it is read only to see whether the owner stops us. */
  isIgnored?: boolean;
}

export function honouredRobots({ clock, headers, acquire, stop, isIgnored = false }: RobotsDeps): Robots {
  const known = new Map<string, { read: ReadRobots; until: number; checkedAt: number }>();
  const refused = new Map<string, { error: SourceError; until: number }>();
  const inFlight = new Map<string, Promise<RobotsRules>>();
  const routes = new WeakMap<Transport, number>();
  let routeCount = 0;

  /** A wall may block one route and not another, so refusals are remembered per route. */
  function routeKey(origin: string, transport: Transport): string {
    if (!routes.has(transport)) routes.set(transport, routeCount++);
    return `${origin} ${routes.get(transport)}`;
  }

  async function rulesOf(origin: string, transport: Transport): Promise<RobotsRules> {
    const kept = known.get(origin);
    if (kept && kept.until > clock.now()) return kept.read.rules;
    return requestRules(origin, transport, kept?.read ?? null);
  }

  /** If the site does not show robots.txt now, the rules of today hold. */
  async function rulesOfNow(origin: string, transport: Transport): Promise<RobotsRules> {
    const kept = known.get(origin);
    const isRecent = !kept || kept.until <= clock.now() || clock.now() - kept.checkedAt < STOP_CHECKED_MS;
    if (!stop || isRecent) return rulesOf(origin, transport);
    kept.checkedAt = clock.now();
    return requestRules(origin, transport, kept.read).catch(() => kept.read.rules);
  }

  async function requestRules(origin: string, transport: Transport, before: ReadRobots | null): Promise<RobotsRules> {
    const key = routeKey(origin, transport);
    const refusal = refused.get(key);
    if (refusal && refusal.until > clock.now()) throw refusal.error;
    let asking = inFlight.get(key);
    if (!asking) {
      asking = ask(origin, transport, before)
        .then((read) => {
          known.set(origin, { read, until: clock.now() + KEPT_MS, checkedAt: clock.now() });
          return read.rules;
        })
        .catch((error: SourceError) => {
          refused.set(key, { error, until: clock.now() + patienceWith(error) });
          throw error;
        })
        .finally(() => inFlight.delete(key));
      inFlight.set(key, asking);
    }
    return asking;
  }

  async function ask(origin: string, transport: Transport, before: ReadRobots | null): Promise<ReadRobots> {
    // Its own idle timeout, not the first caller's: others wait for the same response.
    const idleTimeout = openIdleTimeout(new AbortController().signal, clock);
    let outcome: PermitOutcome = { kind: "failed" };
    const permit = await acquire(origin, idleTimeout.signal, clock.now() + PERMIT_MS).catch((error: unknown) => {
      idleTimeout.release();
      throw error;
    });
    try {
      const answer = await fetchRobots(origin, {
        transport,
        signal: idleTimeout.signal,
        headers: { ...headers, accept: "text/plain", ...before?.conditions },
      });
      if (answer.status === 304 && before) return before;
      return { rules: rulesIn(answer, clock.now()), conditions: conditionalHeaders(answer.headers) };
    } catch (error) {
      if (error instanceof Throttled) outcome = { kind: "throttled", retryAfterMs: error.retryAfterMs };
      throw error;
    } finally {
      permit.release(outcome);
      idleTimeout.release();
    }
  }

  return {
    rulesOf,
    async permit(url, transport) {
      const asked = rulesOfNow(url.origin, transport);
      const rules = await (isIgnored ? asked.catch(() => everything) : asked);
      stop?.robots(url.origin, rules.stopLine);
      if (isIgnored) return;
      const { allowed, line, text } = rules.about(url);
      if (allowed) return;
      const rule = line === null ? "" : ` (line ${line}: ${text})`;
      throw new WinnowError("blocked", `blocked by the source: its robots.txt does not allow this page${rule}`, {
        internal: `robots.txt of ${url.origin} does not allow ${url.pathname}${rule}`,
      });
    },
    crawlDelayOf: (origin) => (isIgnored ? null : (known.get(origin)?.read.rules.crawlDelay ?? null)),
  };
}

function patienceWith(error: SourceError): number {
  // The governor of the origin pauses for the time that the site named, until an operator ends it.
  if (error instanceof AskedToWait || (error instanceof Throttled && error.retryAfterMs !== null)) return 0;
  return error instanceof Blocked || error instanceof Throttled ? REFUSED_MS : NOT_RESPONDING_MS;
}

interface Asking {
  transport: Transport;
  signal: AbortSignal;
  headers: Record<string, string>;
}

/** Follows redirects within the site (from a bare name to `www`), with the cookies received. */
const fetchRobots = (origin: string, { transport, signal, headers }: Asking): Promise<Answer> =>
  openSession({
    transport,
    headers,
    maxBytes: MAX_BYTES,
    // As RFC 9309 requires.
    maxHops: 5,
    originOf: () => origin,
    isWall,
    mayFetch: (url) => url.origin === origin || isSameSite(origin, url.origin),
  }).send({ path: "/robots.txt", as: "page" }, { signal, patienceMs: Number.POSITIVE_INFINITY, onBytes: () => {} });

/** A missing file (404 and the like) means no rules; a wall is a wall; a site that fails gets no more requests. */
function rulesIn(answer: Answer, now: number): RobotsRules {
  const { status } = answer;
  const waitMs = retryAfterMs(answer, now);
  if (status === 429 || (status === 503 && waitMs !== null))
    throw new Throttled(`robots.txt: status ${status}`, waitMs);
  if (isPageOf(answer)) throw new Blocked("a page instead of robots.txt");
  if (isWall(answer)) throw new Blocked(`robots.txt: status ${status}`);
  if (status >= 500) throw new NotResponding(`robots.txt: status ${status}`);
  if (status !== 200) return everything;
  return readRobots(new URL(answer.url), answer.text());
}

const isPageOf = (answer: Answer): boolean =>
  answer.status === 200 && /^\s*<(!doctype|html|head|script)/i.test(answer.text());

const isWall = (answer: Answer): boolean => WALLS.has(answer.status) || isPageOf(answer);

export function readRobots(url: URL, text: string): RobotsRules {
  const parsed = parseRobots(url.href, text);
  const lines = text.split(/\r\n|\r|\n/);
  // People read it in the log, in a terminal and in errors.
  const shown = (line: string) => safeText(line.trim().slice(0, MAX_SHOWN_LINE));
  const usage = [...new Set(lines.map(shown).filter((line) => USAGE.test(line)))].slice(0, MAX_USAGE);
  return {
    about(page) {
      const line = parsed.getMatchingLineNumber(page.href, ROBOT_NAME);
      return {
        allowed: parsed.isAllowed(page.href, ROBOT_NAME) !== false,
        line: line > 0 ? line : null,
        text: line > 0 ? shown(lines[line - 1] ?? "") || null : null,
        usage,
      };
    },
    crawlDelay: crawlDelay(parsed.getCrawlDelay(ROBOT_NAME)),
    stopLine: stopLineIn(lines),
  };
}

const crawlDelay = (seconds: number | undefined): number | null =>
  seconds !== undefined && seconds > 0 ? Math.min(MAX_CRAWL_DELAY_S, seconds) : null;
