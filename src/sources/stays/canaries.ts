import type { SourceCanaries } from "../../source-kit/source.ts";

const stay = { checkin: "2027-06-11", checkout: "2027-06-14" };
const lisbon = { destination: "Lisbon", ...stay };

export const canaries: SourceCanaries = {
  live: {
    "hotels/search": [
      { request: { ...lisbon, count: 30 }, atLeast: 30, every: { "price.amount": { min: 0 } } },
      { request: { destination: "Vienna", ...stay }, atLeast: 20, goLiveOnly: true },
      {
        request: { ...lisbon, min_review_score: "very_good_8" },
        every: { "review.score": { min: 8 } },
        goLiveOnly: true,
      },
      {
        request: { ...lisbon, sort: "price_low_to_high" },
        sorted: { field: "price.amount", order: "ascending" },
        goLiveOnly: true,
      },
    ],
    "destinations/search": [{ request: { query: "Lisbon" } }, { request: { query: "Vienna" }, goLiveOnly: true }],
    filters: [{ request: lisbon }, { request: { destination: "Vienna", ...stay }, goLiveOnly: true }],
  },
  standIn: {
    "hotels/search": [{ request: { ...lisbon, count: 60 } }],
    filters: [{ request: { destination: "Lisbon" } }],
  },
};
