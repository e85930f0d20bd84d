import { paged } from "../../../source-kit/stand-in/lists.ts";
import { toSlug } from "../../../source-kit/stand-in/markup.ts";
import { type Listing, listingContact } from "./catalogue.ts";
import { townCalled } from "./find.ts";
import { townName } from "./towns.ts";

const PAGE_SIZE = 15;
const MAX_PAGES = 15;

/** The search object; null for a page past the end, which the site answers with an error. */
export function searchResult(found: Listing[], { origin, searchParams: query }: URL): object | null {
  const shown = paged(found, query.get("page"), PAGE_SIZE, MAX_PAGES);
  if (!shown) return null;
  const sort = query.get("sort") ?? "Relevance";
  const emphasised = sort === "AToZ" || sort === "Rating" ? (query.get("find_text") ?? "") : "";
  return {
    page: shown.page,
    pageSize: PAGE_SIZE,
    totalPages: shown.total === 0 ? 0 : shown.lastPage,
    totalResults: shown.total,
    results: shown.items.map((listing) => row(listing, emphasised, origin)),
    heading: { searchInputText: query.get("find_text") ?? "", searchLocationText: query.get("find_loc") ?? "USA" },
    ...locationOf(query),
  };
}

/** Where the site searched; a whole country is not such a place. */
function locationOf(query: URLSearchParams): object {
  const town = townCalled(query.get("find_loc") ?? "", query.get("find_country") ?? "USA");
  if (!town) return {};
  const { bureau, country, lat, lng } = town;
  return {
    location: { displayText: townName(town), latLng: `${lat},${lng}`, bbbIds: [bureau.id], countryCode: country },
  };
}

export function profilePath({ town, trades: [main], name, businessId }: Listing): string {
  const country = town.country === "USA" ? "us" : "ca";
  const place = `/${country}/${town.state.toLowerCase()}/${toSlug(town.city)}`;
  return `${place}/profile/${main.slug}/${toSlug(name)}-${town.bureau.id}-${businessId}`;
}

function row(listing: Listing, emphasised: string, origin: string): Record<string, unknown> {
  const { town, index } = listing;
  const { street, phones } = listingContact(listing);
  const path = profilePath(listing);
  const whole: Record<string, unknown> = {
    id: listing.id,
    businessName: emphasise(listing.name, emphasised),
    address: street,
    city: index % 60 === 1 ? `${town.city} ` : town.city,
    state: town.state,
    postalcode: listing.zip,
    tobText: listing.trades[0].name,
    rating: listing.grade,
    bbbMember: listing.accredited,
    reportUrl: path,
    phone: phones.length === 0 && index % 400 === 9 ? null : phones,
    location: `${listing.lat},${listing.lng}`,
    businessId: listing.businessId,
    ratingScore: listing.score,
    logoUri: listing.hasLogo ? `${origin}/prod/ProfileImages/2026/${index}.png` : null,
    tobId: listing.trades[0].id,
    bbbId: town.bureau.id,
    bbbName: town.bureau.name,
    localReportUrl: listing.hasLocalProfile ? `${path}/addressId/${listing.id.split("_").at(-1)}` : null,
    categories: listing.trades.map(({ id, name }) => ({ id, name })),
    // Set for many businesses that are not accredited, unlike `bbbMember`.
    accreditedCharity: index % 3 === 0,
  };
  if (index % 70 === 5) {
    for (const key of ["logoUri", "localReportUrl"]) if (whole[key] === null) delete whole[key];
  }
  return whole;
}

function emphasise(name: string, words: string): string {
  const word = words.trim().split(/\s+/)[0] ?? "";
  const at = word === "" ? -1 : name.toLowerCase().indexOf(word.toLowerCase());
  if (at < 0) return name;
  return `${name.slice(0, at)}<em>${name.slice(at, at + word.length)}</em>${name.slice(at + word.length)}`;
}
