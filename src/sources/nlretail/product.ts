import { asList, asObject, at, isObject, type Json } from "../../source-kit/json.ts";
import { decimal, flag, jsonRecord, link, list, type Static, text, whole } from "../../source-kit/record.ts";
import { cleanText, largestOf, sidesIn, toNumber } from "../../source-kit/values.ts";
import { conditionCalled, toRating } from "./dutch-values.ts";

const CategoryRef = jsonRecord("NlretailCategoryRef", {
  id: text("id").meaning("The site's ID of the category."),
  name: text("name").meaning("Name of the category, in Dutch."),
});

/** The ancestors of a product in the data, on which the site may mark it as an advertisement. */
interface Around {
  origin: string;
  around: readonly unknown[];
}

/** A product, with the locations of its fields in a page's data. */
export const SearchProduct = jsonRecord("NlretailSearchProduct", {
  id: text("id").filled("always").meaning("The site's ID of the product."),
  name: text("title").filled("usually").meaning("Name of the product, in Dutch."),
  url: link("url").filled("usually").meaning("URL of the product's page."),
  image: link(imageOf).filled("usually").meaning("URL of the main picture, in the largest size offered."),
  brand: text((product: Json) => at(brandOf(product), "name")).meaning("Brand."),
  brand_url: link((product: Json) => at(brandOf(product), "url")).meaning("URL of the brand's page."),
  price: decimal("bestSellingOffer.sellingPrice.price.amount").unit("EUR").filled("usually").meaning("Current price."),
  list_price: decimal(
    "bestSellingOffer.savings.reference.referencePrice.amount",
    "bestSellingOffer.strikethroughPrice.price.amount",
  )
    .where((price) => price !== 0)
    .unit("EUR")
    .meaning("Reference price, if the site shows one."),
  condition: text(conditionOf).meaning("new, refurbished or secondhand."),
  delivery: text("bestSellingOffer.bestDeliveryOption.deliveryDescription").meaning(
    "The site's sentence on stock and delivery, in Dutch.",
  ),
  delivered_within_48h: flag("bestSellingOffer.deliveredWithin48Hours").meaning(
    "Whether the site promises delivery within 48 hours.",
  ),
  rating: decimal(({ reviews }: Json) =>
    toRating(toNumber(at(reviews, "averageRating")), toNumber(at(reviews, "total"))),
  ).meaning("Average of the reviews, out of 5; null if there are none."),
  review_count: whole("reviews.total").meaning("Number of reviews."),
  categories: list(CategoryRef, categoriesOf).meaning("Category hierarchy, from the root down."),
  is_sponsored: flag((product: Json, { around }: Around) => [...around, product].some(isAdvertised)).meaning(
    "Whether the site shows the product as an advertisement.",
  ),
});

export type Product = Static<typeof SearchProduct>;

function brandOf({ relatedParties }: Json): unknown {
  return at(
    asList(relatedParties).find((party) => at(party, "role") === "BRAND"),
    "party",
  );
}

/** The primary asset in its largest size. */
function imageOf(product: Json): string | null {
  const assets = asList(product.assets);
  const primary = assets.find((asset) => /^primary$/i.test(String(at(asset, "usage")))) ?? assets[0];
  return largestOf(
    asList(at(primary, "renditions")).map((rendition) => {
      const url = at(rendition, "url");
      const width = toNumber(at(rendition, "width"));
      const height = toNumber(at(rendition, "height"));
      if (width !== null && height !== null) return { url, size: width * height };
      const sides = sidesIn(url) ?? [0, 0];
      return { url, size: (width ?? sides[0]) * (height ?? sides[1]) };
    }),
  );
}

function conditionOf({ bestSellingOffer: offer }: Json): string | null {
  const condition = at(offer, "condition");
  return conditionCalled(at(condition, "__typename") ?? condition);
}

const DEEPEST_CATEGORY = 16;

/**
 * The category path from the root down. A product may be in several categories, and each may name its parents: the longest
 * path is the most exact. Categories without parents form the path themselves.
 */
function categoriesOf({ categories }: Json): unknown[] {
  const own = asList(categories);
  const longest = own.map(wayUpFrom).reduce((best, way) => (way.length > best.length ? way : best), []);
  const hierarchy = longest.length > 1 ? longest.toReversed() : own;
  return hierarchy.filter((category) =>
    [at(category, "id"), at(category, "name")].some((stated) => cleanText(stated) !== null),
  );
}

function wayUpFrom(category: unknown): unknown[] {
  const way: unknown[] = [];
  for (let at: unknown = category; at !== undefined && way.length < DEEPEST_CATEGORY; ) {
    way.push(at);
    at = asList(asObject(at)?.parents)[0];
  }
  return way;
}

const AD_MARKER = /sponsor|advert|considerationDisplay|^is_?ad$|^ad(_?(id|data|info|marker|label|token))?$/i;
const AD_TYPE = /sponsor|advert/i;

/** The site has no single key for it: a name that suggests advertising counts, unless its value is negative. */
function isAdvertised(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (AD_TYPE.test(String(value.type))) return true;
  return Object.keys(value).some((name) => AD_MARKER.test(name) && saysYes(value[name]));
}

function saysYes(stated: unknown): boolean {
  if (!isObject(stated)) return Array.isArray(stated) ? stated.length > 0 : Boolean(stated);
  const members = Object.entries(stated);
  return members.length > 0 && !members.some(([name, value]) => AD_MARKER.test(name) && value === false);
}
