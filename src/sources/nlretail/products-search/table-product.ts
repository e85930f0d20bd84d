import type { Static } from "typebox";
import { absoluteUrl, cleanText, flagOf, numberOf, wholeOf, zeroIsNone } from "../../../contract/values.ts";
import { ratingOf } from "./dutch-values.ts";
import type { TableCard } from "./find-listing.ts";
import type { InternedTable, Place } from "./interned-table.ts";
import { categoryRef, type SearchProduct, searchProduct } from "./record.ts";

type Product = Static<typeof SearchProduct>;

const DEEPEST_CATEGORY = 16;
const AD_MARKER = /sponsor|advert|considerationDisplay|^is_?ad$|^ad(_?(id|data|info|marker|label|token))?$/i;
const AD_TYPE = /sponsor|advert/i;

/** Makes records of the products in one table. */
export function productReader(table: InternedTable, origin: string): (card: TableCard) => Product {
  const isAdvertised = adDetector(table);
  const categoriesOf = categoryReader(table);
  return (card) => {
    const { product } = card;
    const at = (...names: string[]) => table.literal(table.get(product, ...names));
    const offer = table.get(product, "bestSellingOffer");
    const offered = (...names: string[]) => table.literal(table.get(offer, ...names));
    const brand = brandOf(table, product);
    const reviewCount = wholeOf(at("reviews", "total"));
    return searchProduct({
      id: cleanText(at("id")) ?? "",
      name: cleanText(at("title")),
      url: absoluteUrl(at("url"), origin),
      image: absoluteUrl(imageOf(table, product), origin),
      brand: cleanText(table.literal(table.get(brand, "name"))),
      brand_url: absoluteUrl(table.literal(table.get(brand, "url")), origin),
      price: numberOf(offered("sellingPrice", "price", "amount")),
      list_price: zeroIsNone(
        numberOf(offered("savings", "reference", "referencePrice", "amount")) ??
          numberOf(offered("strikethroughPrice", "price", "amount")),
      ),
      condition: conditionOf(offered("condition", "__typename") ?? offered("condition")),
      delivery: cleanText(offered("bestDeliveryOption", "deliveryDescription")),
      delivered_within_48h: flagOf(offered("deliveredWithin48Hours")),
      rating: ratingOf(numberOf(at("reviews", "averageRating")), reviewCount),
      review_count: reviewCount,
      categories: categoriesOf(product),
      is_sponsored: card.around.some(isAdvertised) || isAdvertised(product),
    });
  };
}

function brandOf(table: InternedTable, product: Place): Place {
  const related = table.items(table.get(product, "relatedParties")) ?? [];
  return table.get(related.find((one) => table.literal(table.get(one, "role")) === "BRAND") ?? -7, "party");
}

/** The primary asset in the largest size it comes in. */
function imageOf(table: InternedTable, product: Place): unknown {
  const assets = table.items(table.get(product, "assets")) ?? [];
  const primary = assets.find((asset) => /^primary$/i.test(String(table.literal(table.get(asset, "usage")))));
  const renditions = table.items(table.get(primary ?? assets[0] ?? -7, "renditions")) ?? [];
  let largest: unknown;
  let most = -1;
  for (const rendition of renditions) {
    const url = table.literal(table.get(rendition, "url"));
    if (typeof url !== "string" || url === "") continue;
    const side = (name: string) => numberOf(table.literal(table.get(rendition, name)));
    const [, width, height] = /\/(\d+)x(\d+)\.\w+(?:$|\?)/.exec(url) ?? [];
    const pixels = (side("width") ?? Number(width ?? 0)) * (side("height") ?? Number(height ?? 0));
    if (pixels > most) {
      most = pixels;
      largest = url;
    }
  }
  return largest;
}

function conditionOf(name: unknown): string | null {
  if (typeof name !== "string") return null;
  if (/refurbished/i.test(name)) return "refurbished";
  if (/second_?hand/i.test(name)) return "secondhand";
  return /new$/i.test(name) ? "new" : null;
}

/**
 * The hierarchy from the root down. A product may stand in several categories, and each may name its parents:
 * the longest way up is the most exact. Categories that name no parents are the hierarchy themselves.
 */
function categoryReader(table: InternedTable): (product: Place) => Product["categories"] {
  const wayUp = oncePerPlace((category) => wayUpFrom(table, category));
  const read = oncePerPlace((place) => ({
    id: cleanText(table.literal(table.get(place, "id"))),
    name: cleanText(table.literal(table.get(place, "name"))),
  }));
  return (product) => {
    const own = table.items(table.get(product, "categories")) ?? [];
    const longest = own.map(wayUp).reduce((best, way) => (way.length > best.length ? way : best), []);
    const places = longest.length > 1 ? longest.toReversed() : own;
    return places
      .map(read)
      .filter(({ id, name }) => id !== null || name !== null)
      .map(categoryRef);
  };
}

/** The products of a page share their categories. */
function oncePerPlace<T>(read: (place: Place) => T): (place: Place) => T {
  const known = new Map<Place, T>();
  return (place) => {
    let value = known.get(place);
    if (value === undefined) {
      value = read(place);
      known.set(place, value);
    }
    return value;
  };
}

function wayUpFrom(table: InternedTable, category: Place): Place[] {
  const way: Place[] = [];
  for (let place: Place | undefined = category; place !== undefined && way.length < DEEPEST_CATEGORY; ) {
    way.push(place);
    place = table.items(table.get(place, "parents"))?.[0];
  }
  return way;
}

/** The site has no one key for it: a name that speaks of advertising counts, unless what it holds says no. */
function adDetector(table: InternedTable): (place: Place) => boolean {
  const known = new Map<string, boolean>();
  const speaksOfAds = (name: string): boolean => {
    let speaks = known.get(name);
    if (speaks === undefined) {
      speaks = AD_MARKER.test(name);
      known.set(name, speaks);
    }
    return speaks;
  };
  const says = (place: Place): boolean => {
    let members = 0;
    let denied = false;
    const isObject = table.each(place, (name, child) => {
      members++;
      denied ||= speaksOfAds(name) && table.literal(child) === false;
    });
    if (isObject) return members > 0 && !denied;
    return (table.items(place)?.length ?? 0) > 0 || Boolean(table.literal(place));
  };
  return (place) => {
    let marked = AD_TYPE.test(String(table.literal(table.get(place, "type"))));
    table.each(place, (name, child) => {
      marked ||= child >= 0 && speaksOfAds(name) && says(child);
    });
    return marked;
  };
}
