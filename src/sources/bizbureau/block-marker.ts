import { type Answer, managedChallenge } from "../../source-kit/source.ts";

/** The page's data, as the site's own scripts receive it. */
export const STATE = "window.__PRELOADED_STATE__";

const HARD_BLOCK = /<title[^<>]*>\s*You have been blocked\b/i;

/** The site blocks in two ways: the bot wall's challenge, and its own page, which has none of the wall's markers. */
export function blockMarker(answer: Answer): string | null {
  const page = answer.text();
  if (/^\s*[{[]/.test(page)) return null;
  const hasData = page.includes(STATE);
  if (!hasData && HARD_BLOCK.test(page)) return 'title "You have been blocked"';
  return managedChallenge(page, hasData);
}
