import { managedChallenge } from "../../contract/managed-challenge.ts";
import type { Answer } from "../../contract/site.ts";

/** Good pages carry the site's own hooks; the bot wall's pages do not. */
const GOOD = /data-js-id=|data-js-job|id="footer"/;

export function blockMarker(answer: Answer): string | null {
  const page = answer.text();
  return managedChallenge(page, GOOD.test(page));
}
