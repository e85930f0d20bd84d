/**
 * The bot wall that several sites stand behind: what gives its pages away. Scripts of the same wall are on good
 * pages too (`cdn-cgi`, `challenge-platform`, `cf-turnstile`), so those are no markers.
 */
const SURE = ["_cf_chl_opt", "__cf_chl"];
const WITHOUT_DATA = ["cf-chl-", "challenges.cloudflare.com"];
const TITLE = /<title[^>]*>\s*(Just a moment\b|Attention Required!|Access denied \|)/i;

/** `hasData` says that the page carries what a good page carries: then only a sure marker counts. */
export function managedChallenge(page: string, hasData: boolean): string | null {
  const title = TITLE.exec(page.slice(0, 4_096))?.[1];
  if (title) return `title "${title}"`;
  const markers = hasData ? SURE : [...SURE, ...WITHOUT_DATA];
  return markers.find((marker) => page.includes(marker)) ?? null;
}
