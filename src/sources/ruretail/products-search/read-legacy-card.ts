import type { NoRecord } from "../../../contract/page.ts";
import { cleanText, numberOf, zeroIsNone } from "../../../contract/values.ts";
import { attributeOf, type Element, linkOf, one, textOf } from "../../../source-kit/html.ts";
import { type Json, objectOf } from "../../../source-kit/json.ts";
import type { City } from "./city.ts";
import type { ProductRecord, Reading } from "./listing.ts";
import { brandRef, categoryRef, product } from "./record.ts";

const MARK = /\bproduct_data__/;

/** A card of the pages before 2023: the data in one attribute, for the shop's own counting. */
export function readLegacyCard(card: Element, reading: Reading, city: City | null): ProductRecord | NoRecord {
  const raw = paramsOf(card);
  const id = cleanText(raw?.id);
  if (raw === null || id === null) return MARK.test(attributeOf("class", card) ?? "") ? "unreadable" : "other-kind";
  const link = one('a[href*="/product/"]', card);
  const titled = one('a[href*="/product/"][title]', card);
  const brand = cleanText(raw.brandName);
  const category = cleanText(raw.categoryName);
  const categoryId = cleanText(raw.categoryId);
  const image = one("img", card);
  return product({
    id,
    city: city?.id ?? reading.city,
    city_name: city?.name,
    name: cleanText(attributeOf("title", titled)) ?? cleanText(raw.shortName) ?? textOf(link),
    short_name: cleanText(raw.shortName),
    url: linkOf(link, reading.origin),
    brand: brand === null ? null : brandRef({ name: brand }),
    category: category === null && categoryId === null ? null : categoryRef({ id: categoryId, name: category }),
    price: zeroIsNone(numberOf(raw.price)),
    old_price: zeroIsNone(numberOf(raw.oldPrice)),
    club_price: zeroIsNone(numberOf(raw.clubPrice)),
    image: linkOf(image, reading.origin, "data-src") ?? linkOf(image, reading.origin, "src"),
  });
}

function paramsOf(card: Element): Json | null {
  try {
    return objectOf(JSON.parse(attributeOf("data-params", card) ?? ""));
  } catch {
    return null;
  }
}
