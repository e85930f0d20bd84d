import { type Answer, defineSource, wants } from "../../source-kit/source.ts";
import { canaries } from "./canaries.ts";
import destinationsSearch from "./destinations-search.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import filters from "./filters.ts";
import hotelsSearch from "./hotels-search.ts";

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

export default defineSource({
  name: "stays",
  title: "Lodging search",
  origins: {
    site: "https://stays.example",
    suggest: "https://suggest.stays.example",
    media: "https://media.stays.example",
  },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: wants.page,
  blockMarker: challengeMarker,
  landmarks: ["data-capla-", 'data-testid="property-card"'],
  exampleRecords,
  operations: [hotelsSearch, destinationsSearch, filters],
  goingLive: {
    uncertain: "codes marked as inferred in the tables of filter codes; `offset` beyond the first page",
    route: "browser: every visitor meets a challenge",
  },
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).default,
});
