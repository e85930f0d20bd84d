import { CookieJar } from "tough-cookie";
import type { Clock } from "../base/clock.ts";
import type { RawAnswer } from "./transport/transport.ts";

/** Long enough for a returning visitor, short enough that nothing is carried over from another day. */
const KEPT_MS = 20 * 60_000;

export const newJar = (): CookieJar => new CookieJar(undefined, { looseMode: true });

/**
 * The cookies that a site set on one route, kept for some minutes across runs: a site that recognises its visitor has no
 * reason for another check. One jar per language, since sites store the language in a cookie.
 */
export function createRouteCookies(clock: Clock) {
  const jars = new Map<string, { jar: CookieJar; until: number }>();
  return (route: string, language: string): CookieJar => {
    const key = `${route}\n${language}`;
    const kept = jars.get(key);
    if (kept && kept.until > clock.now()) return kept.jar;
    const jar = newJar();
    jars.set(key, { jar, until: clock.now() + KEPT_MS });
    return jar;
  };
}

/** Merges the request's cookies with those of the jar: the request's own win. */
export function cookieHeader(own: string | undefined, jar: CookieJar, url: string): string | undefined {
  const names = new Set(own?.split(";").map(cookieName));
  const kept = jar
    .getCookiesSync(url)
    .filter(({ key }) => !names.has(key))
    .map((cookie) => cookie.cookieString());
  return [own, ...kept].filter(Boolean).join("; ") || undefined;
}

export const cookieName = (pair: string): string => pair.replace(/=.*/s, "").trim();

export function keepCookies(jar: CookieJar, url: URL, { setCookies }: RawAnswer): void {
  for (const cookie of setCookies) jar.setCookieSync(cookie, url.href, { ignoreError: true });
}
