import { asObject, asObjects, at, type Json, lazily, merged } from "../../source-kit/json.ts";
import {
  day,
  decimal,
  flag,
  jsonRecord,
  link,
  links,
  list,
  moment,
  type Static,
  sub,
  text,
  textOr,
  whole,
} from "../../source-kit/record.ts";
import { absoluteUrl, cleanText, toInteger, toNumber } from "../../source-kit/values.ts";
import type { City } from "./cities.ts";

/** A reader's input besides the response. */
export interface Reading {
  origin: string;
  /** Milliseconds since 1970: the reference for "tomorrow". */
  now: number;
  city: string;
  withImages: boolean;
}

/** The same, with the response's city. */
export interface InCity extends Reading {
  taken: City | null;
}

const BrandRef = jsonRecord("RuretailBrandRef", {
  id: text("id").meaning("The site's ID of the brand."),
  name: text("name").meaning("Name of the brand."),
  alias: text("slug").meaning("Name of the brand in URLs."),
  url: text().unseen().meaning("URL of the brand's page."),
  image: text().unseen().meaning("URL of the brand's logo."),
  vendor_site: text().unseen().meaning("URL of the manufacturer's website."),
});

const CategoryRef = jsonRecord("RuretailCategoryRef", {
  id: text("id").meaning("The site's ID of the category."),
  name: text("name").meaning("Name of the category, in Russian."),
  alias: text("slug").meaning("Name of the category in URLs."),
  url: link(categoryPath).meaning("URL of the category's page."),
});

const PickupSummary = jsonRecord("RuretailPickupSummary", {
  delivery_date: day("deliveryTime").meaning("Day of pickup, YYYY-MM-DD."),
  store_count: whole("storeCount").meaning("Stores where the product can be picked up on that day."),
});

const Label = jsonRecord("RuretailLabel", {
  kind: text("type").meaning("The site's kind of label: INSTALLMENT, BONUS, PROMOCODE, CUSTOM, ..."),
  name: text("title").meaning("Text of the label, in Russian."),
  url: link("target.url").meaning("URL of the promotion."),
  action_id: text("target.action.id").meaning("The site's ID of the promotion."),
  expires_at: moment("expirationTime").meaning("ISO 8601 time at which the promotion ends."),
});

const Property = jsonRecord("RuretailProperty", {
  name: text("name").filled("always").meaning("Name of the property, in Russian."),
  value: text("value").map(withoutSemicolon).filled("always").meaning("Value of the property."),
  measure: text("measure").meaning("Unit of the value, if the site gives it apart."),
  group: text("group").meaning("Heading under which the site lists the property."),
});

/** A product, with its keys in a GraphQL response, or in a page's data, which names its prices slightly differently. */
export const Product = jsonRecord("RuretailProduct", {
  id: text("id").filled("always").meaning("The site's ID of the product."),
  city: text((_, { taken, city }: InCity) => taken?.id ?? city).meaning(
    "City code: prices and stock are those of this city.",
  ),
  city_name: text((_, { taken }: InCity) => taken?.name).meaning("Name of the city, in Russian."),
  name: text("name").filled("usually").meaning("Full name, in Russian."),
  short_name: text("shortName").meaning("Name as a card shows it."),
  alias: text("slug").meaning("Name of the product in its URL."),
  url: link(productPath).filled("usually").meaning("URL of the product's page."),
  brand: sub(BrandRef, brandIn).meaning("Brand."),
  category: sub(CategoryRef, categoryIn).meaning("Category in which the site lists the product."),
  price: decimal("price.current", "price.price")
    .where(isNotZero)
    .meaning("Current price in `currency`; null if the product is not for sale now."),
  old_price: decimal("price.old", "price.oldPrice")
    .where(isNotZero)
    .meaning("Price before the discount, in `currency`; null if there is none."),
  club_price: decimal(clubPrice)
    .where(isNotZero)
    .meaning("Price for members of the loyalty club, in `currency`; null if the site shows none."),
  club_price_view_type: text("price.clubPriceViewType").meaning(
    "The site's code for how it shows the club price: PRICE_IN_RUB, SKIP (hidden), ...",
  ),
  discount_percent: whole("price.discount.percent")
    .where(isNotZero)
    .meaning("Discount in percent; null if there is none."),
  bonus_points: whole("price.bonusPoints").meaning("Loyalty points that a purchase earns."),
  sbp_bonus: whole("price.sbpBonus")
    .unseen()
    .meaning("By its name, a bonus for paying by SBP, Russia's instant payment system."),
  is_fair_price: flag("price.isFairPrice").meaning(
    "Whether the site marks the price as fair; it does not say how it judges.",
  ),
  currency: textOr("RUB").meaning("ISO 4217 code of the currency of the prices."),
  is_available: flag("isAvailable").meaning("Whether the product can be bought now."),
  is_discount: flag(isMarkedDown).meaning("Whether these are marked-down goods."),
  rating: decimal(ratingIn).meaning("Average of the opinions, out of 5; null if there are none."),
  opinion_count: whole("counters.opinions").meaning("Number of customers' opinions."),
  review_count: whole("counters.reviews").meaning("Number of reviews, which the site counts apart from opinions."),
  stock_in_stores: whole("stock.countInStores").meaning("The site's count of stock in the stores of the city."),
  max_stock_in_store: whole("stock.maxCountInStock").meaning(
    "Most items in one place; 50 also stands for more than 50.",
  ),
  pickup_points: list(PickupSummary, "delivery.self.availabilityByDays").meaning("Stores that offer pickup, by day."),
  image: link((row: Json, { origin }: InCity) => picturesOf(row, origin)[0]).meaning(
    "URL of the main picture, in the largest size offered.",
  ),
  images: links((row: Json, { withImages, origin }: InCity) => (withImages ? picturesOf(row, origin) : [])).meaning(
    "URLs of all pictures; empty unless `with_images` is true.",
  ),
  labels: list(Label, "labels").meaning("Promotion labels."),
  key_properties: list(Property, propertiesIn).meaning("Main specifications."),
  pack_size: whole("multiplicity").meaning("Number of items that are sold together."),
  supplier_pack_size: whole("quantityInPackageFromSupplier").meaning("Number of items in the supplier's package."),
  has_analog_products: flag("recommendations.hasAnalogProducts").meaning(
    "Whether the site offers similar products; only rendered cards show it.",
  ),
  access_mode: text("accessMode").unseen().meaning("The site's code for who may buy the product."),
});

export type ProductRecord = Static<typeof Product>;

/** A missing price is `""`, or `0` on goods that are not on sale. */
function isNotZero(amount: number): boolean {
  return amount !== 0;
}

function productPath({ slug, id }: Json): string {
  const alias = cleanText(slug);
  return `/product/${alias === null ? "" : `${alias}-`}${cleanText(id)}/`;
}

function categoryPath({ slug }: Json): string | null {
  const alias = cleanText(slug);
  return alias === null ? null : `/catalog/${alias}/`;
}

function brandIn({ brand }: Json): Json | null {
  return known(asObject(brand) ?? { name: brand });
}

function categoryIn({ category }: Json): Json | null {
  return known(asObject(category) ?? {});
}

/** A slug alone is not a description. */
function known(ref: Json): Json | null {
  return cleanText(ref.id) === null && cleanText(ref.name) === null ? null : ref;
}

/** The site sends a club price for some goods, but shows it to nobody. */
function clubPrice({ price }: Json): unknown {
  const isHidden = cleanText(at(price, "clubPriceViewType")) === "SKIP";
  return isHidden ? null : (at(price, "club") ?? at(price, "clubPrice"));
}

/** A rating of 0 without reviews is none. */
function ratingIn({ rating, counters }: Json): number | null {
  const average = toNumber(typeof rating === "string" ? rating.replace(",", ".") : rating);
  return average === 0 && !toInteger(at(counters, "opinions")) ? null : average;
}

/** The card joins its properties with semicolons, which remain at the end of the values. */
function withoutSemicolon(value: string): string | null {
  return cleanText(value.replace(/\s*;+$/, ""));
}

/** The short list of a card, with the groups of the full list if the response has both; otherwise the full list. */
function propertiesIn({ propertiesShort, propertiesGroup }: Json) {
  const whole = asObjects(propertiesGroup).flatMap((group) =>
    asObjects(group.properties).map((property) => merged(property, lazily({ group: () => group.name }))),
  );
  const groupOf = (name: unknown) => whole.find((property) => property.name === name)?.group ?? null;
  const short = asObjects(propertiesShort).map((property) =>
    merged(property, lazily({ group: () => groupOf(property.name) })),
  );
  const isReadable = (property: Json) => Property.read(property) !== "unreadable";
  return short.some(isReadable) ? short : whole;
}

/** `images` has lists by photographer: `discount` for those of a marked-down item. */
function isMarkedDown({ images }: Json): boolean | null {
  const marked = at(images, "discount");
  return Array.isArray(marked) ? marked.length > 0 : null;
}

/**
 * Every picture once, in the largest size offered. The shop's list has the shop's own name, so it is identified by
 * exclusion.
 */
function picturesOf({ images }: Json, origin: string): string[] {
  const lists = Object.entries(asObject(images) ?? {});
  const own = Array.isArray(images)
    ? images
    : lists.find(([name, list]) => name !== "discount" && Array.isArray(list))?.[1];
  const urls = asObjects(own).flatMap(({ sources }) => {
    const [largest] = asObjects(sources)
      .filter(({ url }) => typeof url === "string" && url !== "")
      .toSorted((one, other) => sizeOf(other) - sizeOf(one));
    return absoluteUrl(largest?.url, origin) ?? [];
  });
  return [...new Set(urls)];
}

/** Sizes by name, for addresses without a width. */
const SIZES = ["XS", "SM", "SHORT", "MD", "ML", "LG", "XL", "XXL"];

/** A width in the address is more reliable than the name of the size, which has meant different widths over the years. */
const sizeOf = ({ url, size }: Json): number => widthIn(String(url)) ?? SIZES.indexOf(String(size).toUpperCase());

function widthIn(url: string): number | null {
  const width = /\bwidth[:=](\d+)/.exec(url)?.[1];
  return width === undefined ? null : Number(width);
}
