import type { StandIn, StandInCall, StandInReply } from "../../../contract/stand-in.ts";
import { listings } from "./catalogue.ts";
import { find } from "./find.ts";
import { challengePage, hardBlock, notFoundPage, profilePage, searchPage, serverError } from "./pages.ts";
import { searchResult } from "./wire.ts";

export const standIn: StandIn = { answer, challenge: challengePage, vitalField: "businessName" };

function answer({ url, headers }: StandInCall): StandInReply {
  if (!headers["user-agent"]) return hardBlock();
  if (url.pathname === "/api/search" || url.pathname === "/search") return search(url);
  const profile = /\/profile\/[^/]+\/[^/]+-\d{4}-(\d+)(?:\/|$)/.exec(url.pathname);
  return profile ? profileOf(profile[1]!) : notFoundPage();
}

function search(url: URL): StandInReply {
  const result = searchResult(find(url.searchParams), url.searchParams);
  if (!result) return serverError();
  if (url.pathname === "/search") return searchPage(result);
  return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(result) };
}

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
