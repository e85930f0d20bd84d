import { resolveTxt as systemResolveTxt } from "node:dns/promises";
import { isIP } from "node:net";
import type { Clock } from "../base/clock.ts";
import { errorCode } from "../base/thrown.ts";
import { WinnowError } from "../contract/errors.ts";
import { ROBOT_NAME } from "./identity/user-agent.ts";

/** How long an answer holds: an owner who stops us is obeyed within a minute. */
export const STOP_CHECKED_MS = 45_000;
const LOOKUP_MS = 3_000;

export type ResolveTxt = (name: string) => Promise<string[][]>;

export interface OwnerStopDeps {
  source: string;
  clock: Clock;
  log: { warn(details: object, message: string): void };
  resolveTxt?: ResolveTxt;
}

export type OwnerStop = ReturnType<typeof createOwnerStop>;

/**
 * A site's owner stops Winnow with a DNS record (TXT `_winnow.<host>` "stop") or in robots.txt. Both are looked up again
 * while the site is in use, obeyed whatever the settings are, and shown to the operator.
 */
export function createOwnerStop({ source, clock, log, resolveTxt = systemResolveTxt }: OwnerStopDeps) {
  const records = new Map<string, { stops: Promise<boolean>; until: number }>();
  const inForce = new Map<string, string>();

  function note(by: string, stops: boolean, words: string): void {
    if (stops === inForce.has(by)) return;
    if (stops) inForce.set(by, words);
    else inForce.delete(by);
    log.warn(
      { source, by },
      stops ? `the owner of the site asks Winnow to stop: ${words}` : `${by} no longer asks to stop`,
    );
  }

  async function look(host: string, before: boolean): Promise<boolean> {
    const late = AbortSignal.timeout(LOOKUP_MS);
    const answered = resolveTxt(recordOf(host));
    const gaveUp = new Promise<never>((_, reject) => late.addEventListener("abort", () => reject(late.reason)));
    try {
      const found = await Promise.race([answered, gaveUp]);
      return found.some((parts) => parts.join("").trim().toLowerCase() === "stop");
    } catch (error) {
      // No record is an answer; a server that does not answer changes nothing.
      return /^(ENOTFOUND|ENODATA)$/.test(errorCode(error)) ? false : before;
    }
  }

  async function isStoppedAt(host: string): Promise<boolean> {
    const known = records.get(host);
    if (known && known.until > clock.now()) return known.stops;
    const before = (await known?.stops) ?? false;
    const stops = look(host, before);
    records.set(host, { stops, until: clock.now() + STOP_CHECKED_MS });
    note(recordOf(host), await stops, `the DNS record ${recordOf(host)} says "stop"`);
    return stops;
  }

  return {
    /** Throws if the DNS record of the site says so. */
    async permit({ hostname }: URL): Promise<void> {
      for (const host of hosts(hostname)) if (await isStoppedAt(host)) throw stopped();
    },
    /** Notes what robots.txt says; throws if it stops us. */
    robots(origin: string, line: number | null): void {
      note(`robots.txt of ${origin}`, line !== null, `line ${line} of ${origin}/robots.txt`);
      if (line !== null) throw stopped();
    },
    /** Why the source is stopped, in words; null if it is not. */
    get reason(): string | null {
      return [...inForce.values()].join("; ") || null;
    },
  };
}

const recordOf = (host: string) => `_winnow.${host}`;

/** A record at the bare name stops its `www` form too. */
const hosts = (hostname: string): string[] => {
  if (isIP(hostname.replace(/^\[|\]$/g, "")) || !hostname.includes(".")) return [];
  return [...new Set([hostname, hostname.replace(/^www\./, "")])];
};

const stopped = () =>
  new WinnowError("blocked", "blocked by the source: its owner has asked this service to stop", {
    internal: "the owner of the site has asked to stop",
  });

/** The `Disallow: /` of a group of robots.txt for Winnow by name; null if there is none. */
export function stopLineIn(lines: readonly string[]): number | null {
  let isOurs = false;
  let isNaming = false;
  for (const [index, line] of lines.entries()) {
    const [rule = ""] = line.split("#", 1);
    const colon = rule.indexOf(":");
    const name = rule.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = rule.slice(colon + 1).trim();
    const isName = name === "user-agent";
    if (isName) isOurs = (isNaming && isOurs) || value.toLowerCase() === ROBOT_NAME.toLowerCase();
    else if (isOurs && name === "disallow" && value === "/") return index + 1;
    if (name !== "") isNaming = isName;
  }
  return null;
}
