/**
 * Whether two origins belong to the same site: the same name with and without `www`, or the same name via http and then
 * https. A redirect from an apex to `www` is followed; a downgrade to http is not.
 */
export function isSameSite(from: string, to: string): boolean {
  // The origin of anything but a web address is "null".
  if (!URL.canParse(to)) return false;
  const [a, b] = [new URL(from), new URL(to)];
  if (bare(a.hostname) !== bare(b.hostname)) return false;
  if (a.protocol === b.protocol) return a.port === b.port;
  return a.protocol === "http:" && b.protocol === "https:" && a.port === "" && b.port === "";
}

const bare = (host: string): string => host.replace(/^www\./, "");
