import type { Answer } from "../../source-kit/source.ts";

const MARKER = "awsWafCookieDomainList";
/** A challenge page is small; a search page may mention the same script. */
const LARGEST = 20_000;

/** The marker of the site's challenge page; null for any other response. */
export function challengeMarker(answer: Answer): string | null {
  if (answer.body.byteLength > LARGEST) return null;
  const page = answer.text();
  if (page.includes(MARKER)) return MARKER;
  return answer.status === 202 && page.includes("challenge.js") ? "status 202 with challenge.js" : null;
}
