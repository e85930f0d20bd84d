import type { StandIn, StandInCall, StandInPage, StandInReply } from "../../../contract/stand-in.ts";
import { recent } from "../../../source-kit/stand-in/lists.ts";
import { challenge, json } from "../../../source-kit/stand-in/replies.ts";
import { type Listing, listingContact, listings } from "./catalogue.ts";
import { find } from "./find.ts";
import { hardBlock, notFoundPage, profilePage, searchPage, serverError } from "./pages.ts";
import { type Town, townName, towns } from "./towns.ts";
import { searchResult } from "./wire.ts";

export const standIn: StandIn = { answer, challenge, page };

const listingAt = ({ pathname }: URL): Listing | undefined => {
  const [, profile] = /\/profile\/[^/]+\/[^/]+-\d{4}-(\d+)(?:\/|$)/.exec(pathname) ?? [];
  return profile === undefined ? undefined : listings().find(({ businessId }) => businessId === profile);
};

function page(url: URL): StandInPage | null {
  const listing = listingAt(url);
  if (!listing) return null;
  const { street, phones } = listingContact(listing);
  return {
    title: listing.name,
    facts: {
      Business: listing.trades.map(({ name }) => name).join(", "),
      Address: `${street} ${townName(listing.town)} ${listing.zip}`,
      Phone: phones.join(", "),
      Rating: listing.grade,
      Accredited: listing.accredited ? "Yes" : "No",
    },
  };
}

function answer({ url, headers }: StandInCall): StandInReply {
  if (!headers["user-agent"]) return hardBlock();
  if (url.pathname === "/api/search" || url.pathname === "/search") return search(url);
  if (url.pathname === "/api/suggest/location") return json(suggested(url.searchParams));
  return profileOf(listingAt(url));
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

function profileOf(listing: Listing | undefined): StandInReply {
  if (!listing) return notFoundPage();
  return profilePage({
    bbbId: listing.town.bureau.id,
    businessId: listing.businessId,
    names: { primary: listing.name },
    rating: { bbbRating: listing.grade || null },
    accreditationInformation: { isAccredited: listing.accredited },
  });
}

/** The places that begin with the typed text: cities with their states, or ZIP codes. */
function suggested(query: URLSearchParams): object[] {
  const input = (query.get("input") ?? "").trim().toLowerCase();
  const max = Number(query.get("maxMatches")) || 10;
  if (input === "") return [];
  return towns()
    .filter(({ country }) => country === (query.get("country") ?? "USA"))
    .flatMap((town) => matches(town, input))
    .slice(0, max);
}

function matches(town: Town, input: string): object[] {
  const { city, state, country, zip, lat, lng } = town;
  const place = { city, state, countryCode: country, latLng: `${lat},${lng}` };
  if (townName(town).toLowerCase().startsWith(input)) return [{ displayText: townName(town), ...place }];
  const whole = `${townName(town)} ${zip}`;
  const isOfCode = [zip, whole].some((text) => text.toLowerCase().startsWith(input));
  return isOfCode ? [{ displayText: whole, ...place, zipCode: zip }] : [];
}
