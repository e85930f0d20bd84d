import { asking, defineEcho, type SiteRequest, similarText } from "../../source-kit/source.ts";
import { filterFields } from "./request.ts";
import type { Place, Search } from "./search.ts";
import { isOrder, type Sort, untakenOrder } from "./sorting.ts";

export const NO_DATES = "no dates";

/** A stay in words, as the page's and the request's are compared. */
export const stayWords = (dates: { checkin: string | null; checkout: string | null } | null): string =>
  dates?.checkin && dates.checkout ? `${dates.checkin} to ${dates.checkout}` : NO_DATES;

/** The place that a page names: by its id or coordinates, or only by its name on a page as a browser renders it. */
export interface StatedPlace {
  /** In capitals: CITY, LATLONG, ... */
  type: string | null;
  id: number | null;
  latitude: number | null;
  longitude: number | null;
  /** Code of the country that the place is in. */
  country: string | null;
  name: string | null;
}

/** The filters of a request. The first page shows which the site took; later pages must have them all. */
interface AskedFilters {
  codes: readonly string[];
  isFirst: boolean;
}

const RENDERED = "A page as a browser renders it may not state it.";

/** What a search page says of its search: the site's own description of it, and the arguments that it repeats. */
export const searchEcho = defineEcho({
  place: {
    fields: ["destination", "destination_id", "destination_type"],
    says: "destination",
    same: isPlace,
    shown: placeWords,
  },
  dates: {
    fields: ["checkin", "checkout"],
    says: "stay",
    same: (stated: string, asked: string) => stated === asked,
    refusal: (stated: string) =>
      stated === NO_DATES ? { field: "checkin", msg: "the site did not accept these dates" } : null,
  },
  adults: guests("adults", 2),
  rooms: guests("rooms", 1),
  children: { ...guests("children_ages", 0), says: "number of children" },
  filters: {
    fields: filterFields,
    says: "filters",
    same: hasFilters,
    shown: (value: readonly string[] | AskedFilters) => ("codes" in value ? value.codes : value).join(";"),
    sometimes: "A page may not repeat them; the first one must show that the site applied each, or the request is 422.",
  },
  sort: {
    says: "order",
    same: isOrder,
    refusal: untakenOrder,
    shown: (value: readonly string[] | Sort) => [value].flat()[0],
    sometimes: "A page may not mark its order.",
  },
  currency: {
    says: "currency",
    same: (stated: readonly string[], asked: string) => stated.every((currency) => currency === asked),
    shown: (value: readonly string[] | string) => [...new Set([value].flat())].join(", "),
    sometimes: "A page without prices may not name it.",
  },
  language: {
    says: "language",
    same: (stated: string, asked: string) => primary(stated) === primary(asked),
    sometimes: "A page may not name it.",
  },
  page: { says: "page number", sometimes: RENDERED },
});

/** The question of a search page. */
export const askedPage = (search: Search, offset: number): Pick<SiteRequest, "asks"> => ({
  asks: asking(searchEcho, {
    place: search.place,
    dates: stayWords(search),
    adults: search.adults,
    rooms: search.rooms,
    children: search.children_ages.length,
    filters: { codes: search.filters.map(({ key, code }) => `${key}=${code}`), isFirst: offset === 0 },
    sort: search.sort,
    currency: search.currency,
    language: search.language,
  }),
});

/** A number that the site replaces by its default if it does not take it. */
function guests(field: string, fallback: number) {
  return {
    fields: [field],
    says: `number of ${field}`,
    same: (stated: number, asked: number) => stated === asked,
    refusal: (stated: number, asked: number) =>
      stated === fallback ? { field, msg: `the site searched for ${stated} instead of ${asked}` } : null,
    sometimes: RENDERED,
  };
}

/** About a hundred metres. */
const SAME_POINT = 0.001;

function isPlace(stated: StatedPlace, asked: Place): boolean {
  if (stated.type === null) return stated.name === null || asked.ss === "" || similarText(stated.name, asked.ss);
  if (stated.type !== asked.dest_type.toUpperCase()) return false;
  const near = (one: number | null, other: string) => one === null || Math.abs(one - Number(other)) < SAME_POINT;
  if (asked.latitude !== undefined && asked.longitude !== undefined) {
    return near(stated.latitude, asked.latitude) && near(stated.longitude, asked.longitude);
  }
  const id = asked.dest_id ?? "";
  // A country has its code for an id.
  return /^-?\d+$/.test(id) ? stated.id === Number(id) : stated.country === null || stated.country === id.toLowerCase();
}

function placeWords(place: StatedPlace | Place): string {
  if (!("type" in place)) {
    const { dest_type, dest_id, latitude, longitude } = place;
    return `${dest_type.toUpperCase()} ${dest_id ?? `${latitude},${longitude}`}`;
  }
  const { type, id, latitude, longitude, name } = place;
  if (type === null) return String(name);
  return `${type} ${latitude === null ? id : `${latitude},${longitude}`}`;
}

/** The site rounds the ends of a price range, so only its name is compared. */
const comparable = (code: string): string => (code.startsWith("price=") ? "price" : code);

function hasFilters(stated: readonly string[], { codes, isFirst }: AskedFilters): boolean {
  const [taken, asked] = [new Set(stated.map(comparable)), new Set(codes.map(comparable))];
  return taken.isSubsetOf(asked) && (isFirst || asked.isSubsetOf(taken));
}

/** Alternative codes of one language that the site and browsers use. */
const SAME: Record<string, string> = { nb: "no", nn: "no", fil: "tl", iw: "he", in: "id" };

function primary(language: string): string {
  const [first = ""] = language.toLowerCase().split(/[-_]/);
  return SAME[first] ?? first;
}
