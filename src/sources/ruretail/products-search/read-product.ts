import { absoluteUrl, cleanText, flagOf, numberOf, wholeOf, zeroIsNone } from "../../../contract/values.ts";
import { at, type Json, objectOf, objectsOf } from "../../../source-kit/json.ts";
import type { City } from "./city.ts";
import type { ProductRecord, Reading } from "./listing.ts";
import { pictures } from "./pictures.ts";
import { brandRef, categoryRef, label, pickupSummary, product, property } from "./record.ts";

/**
 * One product of a GraphQL answer, or of a page's embedded data, which names its prices a little otherwise; null for
 * an entry without an id. Keys that an answer leaves out are null.
 */
export function readProduct(entry: unknown, reading: Reading, city: City | null): ProductRecord | null {
  const raw = objectOf(entry);
  const id = cleanText(raw?.id);
  if (raw === null || id === null) return null;
  const { origin } = reading;
  const slug = cleanText(raw.slug);
  const price = objectOf(raw.price);
  const clubType = cleanText(price?.clubPriceViewType);
  const opinions = wholeOf(at(raw, "counters", "opinions"));
  const images = pictures(raw.images, origin);
  return product({
    id,
    city: city?.id ?? reading.city,
    city_name: city?.name,
    name: cleanText(raw.name) ?? cleanText(raw.shortName),
    short_name: cleanText(raw.shortName),
    alias: slug,
    url: productUrl(origin, slug, id),
    brand: readBrand(raw.brand),
    category: readCategory(raw.category, origin),
    price: amount(price?.current ?? price?.price),
    old_price: amount(price?.old ?? price?.oldPrice),
    club_price: clubType === HIDDEN ? null : amount(price?.club ?? price?.clubPrice),
    club_price_view_type: clubType,
    discount_percent: zeroIsNone(wholeOf(at(price, "discount", "percent"))),
    bonus_points: wholeOf(price?.bonusPoints),
    sbp_bonus: wholeOf(price?.sbpBonus),
    is_fair_price: flagOf(price?.isFairPrice),
    is_available: flagOf(raw.isAvailable),
    is_discount: images.markedDown,
    rating: ratingOf(raw.rating, opinions),
    opinion_count: opinions,
    review_count: wholeOf(at(raw, "counters", "reviews")),
    stock_in_stores: wholeOf(at(raw, "stock", "countInStores")),
    max_stock_in_store: wholeOf(at(raw, "stock", "maxCountInStock")),
    pickup_points: objectsOf(at(raw, "delivery", "self", "availabilityByDays")).map((day) =>
      pickupSummary({ delivery_date: dayOf(day.deliveryTime), store_count: wholeOf(day.storeCount) }),
    ),
    image: images.urls[0],
    images: reading.withImages ? images.urls : [],
    labels: objectsOf(raw.labels).map((raw) => readLabel(raw, origin)),
    key_properties: readProperties(raw),
    pack_size: wholeOf(raw.multiplicity),
    supplier_pack_size: wholeOf(raw.quantityInPackageFromSupplier),
    has_analog_products: flagOf(at(raw, "recommendations", "hasAnalogProducts")),
    access_mode: cleanText(raw.accessMode),
  });
}

/** The site sends the club's price of such goods, and shows it to nobody. */
const HIDDEN = "SKIP";

const productUrl = (origin: string, slug: string | null, id: string): string | null =>
  absoluteUrl(`/product/${slug === null ? "" : `${slug}-`}${id}/`, origin);

/** No price is `""`, and `0` on goods that are not sold now. */
const amount = (value: unknown): number | null => zeroIsNone(numberOf(value));

/** A rating of 0 that nobody gave is none. */
export const ratingOf = (value: unknown, opinions: number | null): number | null => {
  const rating = numberOf(typeof value === "string" ? value.replace(",", ".") : value);
  return rating === 0 && !opinions ? null : rating;
};

function readBrand(value: unknown): ReturnType<typeof brandRef> | null {
  const raw = objectOf(value);
  const name = cleanText(raw ? raw.name : value);
  const id = cleanText(raw?.id);
  return name === null && id === null ? null : brandRef({ id, name, alias: cleanText(raw?.slug) });
}

function readCategory(value: unknown, origin: string): ReturnType<typeof categoryRef> | null {
  const raw = objectOf(value);
  const id = cleanText(raw?.id);
  const name = cleanText(raw?.name);
  if (id === null && name === null) return null;
  const alias = cleanText(raw?.slug);
  return categoryRef({ id, name, alias, url: alias === null ? null : absoluteUrl(`/catalog/${alias}/`, origin) });
}

function readLabel(raw: Json, origin: string): ReturnType<typeof label> {
  return label({
    kind: cleanText(raw.type),
    name: cleanText(raw.title),
    url: absoluteUrl(at(raw, "target", "url"), origin),
    action_id: cleanText(at(raw, "target", "action", "id")),
    expires_at: cleanText(raw.expirationTime),
  });
}

/** The short list of a card, in the groups of the whole list where the answer has both; else the whole list. */
function readProperties(raw: Json): Array<ReturnType<typeof property>> {
  const grouped = objectsOf(raw.propertiesGroup).flatMap((group) =>
    objectsOf(group.properties).map((entry) => ({ entry, group: cleanText(group.name) })),
  );
  const groupOf = (name: unknown) => grouped.find(({ entry }) => entry.name === name)?.group ?? null;
  const short = objectsOf(raw.propertiesShort).flatMap((entry) => readProperty(entry, groupOf(entry.name)));
  return short.length > 0 ? short : grouped.flatMap(({ entry, group }) => readProperty(entry, group));
}

function readProperty(raw: Json, group: string | null): Array<ReturnType<typeof property>> {
  const name = cleanText(raw.name);
  // The card joins its properties with semicolons, which stand at the end of the values.
  const value = cleanText(cleanText(raw.value)?.replace(/\s*;+$/, ""));
  if (name === null || value === null) return [];
  return [property({ name, value, measure: cleanText(raw.measure), group })];
}

/** The site names the day of a pickup as midnight UTC. */
function dayOf(value: unknown): string | null {
  return typeof value === "string" ? (/^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? null) : null;
}
