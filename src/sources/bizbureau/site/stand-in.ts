import type { StandIn, StandInCall, StandInReply } from "../../../contract/stand-in.ts";
import { recent } from "../../../source-kit/stand-in/lists.ts";
import { challenge, json } from "../../../source-kit/stand-in/replies.ts";
import { type Listing, listings } from "./catalogue.ts";
import { find } from "./find.ts";
import { hardBlock, notFoundPage, profilePage, searchPage, serverError } from "./pages.ts";
import { suggested } from "./suggest.ts";
import { searchResult } from "./wire.ts";

export const standIn: StandIn = { answer, challenge };

function answer({ url, headers }: StandInCall): StandInReply {
  if (!headers["user-agent"]) return hardBlock();
  if (url.pathname === "/api/search" || url.pathname === "/search") return search(url);
  if (url.pathname === "/api/suggest/location") return json(suggested(url.searchParams));
  const [, profile] = /\/profile\/[^/]+\/[^/]+-\d{4}-(\d+)(?:\/|$)/.exec(url.pathname) ?? [];
  return profile ? profileOf(profile) : notFoundPage();
}

function search(url: URL): StandInReply {
  const result = searchResult(found(url.searchParams), url);
  if (!result) return serverError();
  if (url.pathname === "/search") return searchPage(result);
  return json(result);
}

const searches = recent<Listing[]>(50);

/** The pages of one search follow each other: its rows are searched once. */
const found = (query: URLSearchParams): Listing[] =>
  searches([...query].filter(([name]) => name !== "page").join("&"), () => find(query));

function profileOf(businessId: string): StandInReply {
  const listing = listings().find((other) => other.businessId === businessId);
  if (!listing) return notFoundPage();
  return profilePage({
    bbbId: listing.town.bureau.id,
    businessId,
    names: { primary: listing.name },
    rating: { bbbRating: listing.grade || null },
    accreditationInformation: { isAccredited: listing.accredited },
  });
}
