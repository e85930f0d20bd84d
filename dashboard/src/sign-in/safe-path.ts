/** Where to go after signing in: a path on this site only (`//host`, `/\host` and schemes are rejected). */
export function safePath(wanted: unknown, otherwise = "/overview"): string {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted)) return otherwise;
  const url = new URL(wanted, "http://here.invalid");
  return url.origin === "http://here.invalid" ? url.pathname + url.search + url.hash : otherwise;
}
