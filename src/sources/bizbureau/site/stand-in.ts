import type { StandIn, StandInCall, StandInReply } from "../../../contract/stand-in.ts";
import { type Listing, listings } from "./catalogue.ts";
import { find } from "./find.ts";
import { challengePage, hardBlock, notFoundPage, profilePage, searchPage, serverError } from "./pages.ts";
import { suggested } from "./suggest.ts";
import { searchResult } from "./wire.ts";

export const standIn: StandIn = { answer, challenge: challengePage, vitalField: "businessName" };

function answer({ url, headers }: StandInCall): StandInReply {
  if (!headers["user-agent"]) return hardBlock();
  if (url.pathname === "/api/search" || url.pathname === "/search") return search(url);
  if (url.pathname === "/api/suggest/location") return json(suggested(url.searchParams));
  const profile = /\/profile\/[^/]+\/[^/]+-\d{4}-(\d+)(?:\/|$)/.exec(url.pathname);
  return profile ? profileOf(profile[1]!) : notFoundPage();
}

function search(url: URL): StandInReply {
  const result = searchResult(found(url.searchParams), url.searchParams);
  if (!result) return serverError();
  if (url.pathname === "/search") return searchPage(result);
  return json(result);
}

const json = (body: unknown): StandInReply => ({
  status: 200,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: JSON.stringify(body),
});

const MOST_REMEMBERED = 50;
const remembered = new Map<string, Listing[]>();

/** The pages of one search come one after the other: its rows are looked for once. */
function found(query: URLSearchParams): Listing[] {
  const key = [...query].filter(([name]) => name !== "page").join("&");
  const rows = remembered.get(key) ?? find(query);
  remembered.delete(key);
  remembered.set(key, rows);
  if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
  return rows;
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
