/**
 * Whether two origins are one site to its owner: the same name with and without `www`, or the same name by http and
 * then https. An apex that sends its visitors to `www` is followed there; a step down to http is not.
 */
export function isSameSite(from: string, to: string): boolean {
  // The origin of what is no web address is "null".
  if (!URL.canParse(to)) return false;
  const [a, b] = [new URL(from), new URL(to)];
  if (bare(a.hostname) !== bare(b.hostname)) return false;
  if (a.protocol === b.protocol) return a.port === b.port;
  return a.protocol === "http:" && b.protocol === "https:" && a.port === "" && b.port === "";
}

const bare = (host: string): string => host.replace(/^www\./, "");
