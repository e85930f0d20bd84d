import type { Static } from "typebox";
import { absoluteUrl, cleanText, flagOf, numberOf, wholeOf, zeroIsNone } from "../../../contract/values.ts";
import { ratingOf } from "./dutch-values.ts";
import type { TableCard } from "./find-listing.ts";
import type { InternedTable, Place } from "./interned-table.ts";
import { categoryRef, type SearchProduct, searchProduct } from "./record.ts";

type Product = Static<typeof SearchProduct>;

const DEEPEST_CATEGORY = 16;
const AD_MARKER = /sponsor|advert|considerationDisplay|^is_?ad$|^ad(_?(id|data|info|marker|label|token))?$/i;

/** One product of the table as a record. */
export function tableProduct(table: InternedTable, card: TableCard, origin: string): Product {
  const { product } = card;
  const at = (...names: string[]) => table.literal(table.get(product, ...names));
  const offer = (...names: string[]) => at("bestSellingOffer", ...names);
  const brand = brandOf(table, product);
  const reviewCount = wholeOf(at("reviews", "total"));
  return searchProduct({
    id: cleanText(at("id")) ?? "",
    name: cleanText(at("title")),
    url: absoluteUrl(at("url"), origin),
    image: absoluteUrl(imageOf(table, product), origin),
    brand: cleanText(table.literal(table.get(brand, "name"))),
    brand_url: absoluteUrl(table.literal(table.get(brand, "url")), origin),
    price: numberOf(offer("sellingPrice", "price", "amount")),
    list_price: zeroIsNone(
      numberOf(offer("savings", "reference", "referencePrice", "amount")) ??
        numberOf(offer("strikethroughPrice", "price", "amount")),
    ),
    condition: conditionOf(offer("condition", "__typename") ?? offer("condition")),
    delivery: cleanText(offer("bestDeliveryOption", "deliveryDescription")),
    delivered_within_48h: flagOf(offer("deliveredWithin48Hours")),
    rating: ratingOf(numberOf(at("reviews", "averageRating")), reviewCount),
    review_count: reviewCount,
    categories: categoriesOf(table, product),
    is_sponsored: [...card.around, product].some((place) => isAdvertised(table, place)),
  });
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
function categoriesOf(table: InternedTable, product: Place): Product["categories"] {
  const own = table.items(table.get(product, "categories")) ?? [];
  const ways = own.map((category) => wayUp(table, category));
  const longest = ways.reduce<Place[]>((best, way) => (way.length > best.length ? way : best), []);
  const places = longest.length > 1 ? longest.reverse() : own;
  return places
    .map((place) => ({
      id: cleanText(table.literal(table.get(place, "id"))),
      name: cleanText(table.literal(table.get(place, "name"))),
    }))
    .filter(({ id, name }) => id !== null || name !== null)
    .map(categoryRef);
}

function wayUp(table: InternedTable, category: Place): Place[] {
  const way: Place[] = [];
  for (let place: Place | undefined = category; place !== undefined && way.length < DEEPEST_CATEGORY; ) {
    way.push(place);
    place = table.items(table.get(place, "parents"))?.[0];
  }
  return way;
}

/** The site has no one key for it: a name that speaks of advertising counts, unless what it holds says no. */
function isAdvertised(table: InternedTable, place: Place): boolean {
  if (/sponsor|advert/i.test(String(table.literal(table.get(place, "type"))))) return true;
  for (const [name, child] of table.entries(place) ?? []) {
    if (!AD_MARKER.test(name)) continue;
    if (table.items(child)?.length === 0) continue;
    const inner = table.entries(child);
    if (inner ? isMarked(table, inner) : table.items(child) !== null || Boolean(table.literal(child))) return true;
  }
  return false;
}

/** An object of advertising data marks its product, unless one of its flags says that it is none. */
function isMarked(table: InternedTable, inner: Array<[string, Place]>): boolean {
  return inner.length > 0 && !inner.some(([name, child]) => AD_MARKER.test(name) && table.literal(child) === false);
}
