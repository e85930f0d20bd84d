/**
 * Markers of the bot wall that protects several sites. The wall's ordinary scripts (`cdn-cgi`, `challenge-platform`,
 * `cf-turnstile`) are on good pages too, so they are not markers.
 */
const SURE = ["_cf_chl_opt", "__cf_chl"];
const WITHOUT_DATA = ["cf-chl-", "challenges.cloudflare.com"];
const TITLE = /<title[^<>]*>\s*(Just a moment\b|Attention Required!|Access denied \|)/i;

/** `hasData` means that the page contains the data of a good page; then only an unambiguous marker counts. */
export function managedChallenge(page: string, hasData: boolean): string | null {
  const title = TITLE.exec(page.slice(0, 4_096))?.[1];
  if (title) return `title "${title}"`;
  const markers = hasData ? SURE : [...SURE, ...WITHOUT_DATA];
  return markers.find((marker) => page.includes(marker)) ?? null;
}
