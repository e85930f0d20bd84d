import { selectOne } from "css-select";
import type { Element } from "domhandler";
import { getAttributeValue, textContent } from "domutils";
import { absoluteUrl, cleanText, numberOf, zeroIsNone } from "../../../contract/values.ts";
import type { City } from "./city.ts";
import type { ProductRecord, Reading } from "./listing.ts";
import { brandRef, categoryRef, product } from "./record.ts";
import { objectOf, type Wire } from "./wire.ts";

/** A card of the pages before 2023: the data in one attribute, for the shop's own counting. */
export function readLegacyCard(card: Element, reading: Reading, city: City | null): ProductRecord | null {
  const raw = paramsOf(card);
  const id = cleanText(raw?.id);
  if (raw === null || id === null) return null;
  const link = selectOne('a[href*="/product/"]', card) as Element | null;
  const titled = selectOne('a[href*="/product/"][title]', card) as Element | null;
  const brand = cleanText(raw.brandName);
  const category = cleanText(raw.categoryName);
  const categoryId = cleanText(raw.categoryId);
  const image = selectOne("img", card) as Element | null;
  return product({
    id,
    city: city?.id ?? reading.city,
    city_name: city?.name ?? null,
    name:
      cleanText(titled && getAttributeValue(titled, "title")) ??
      cleanText(raw.shortName) ??
      cleanText(link && textContent(link)),
    short_name: cleanText(raw.shortName),
    url: absoluteUrl(link && getAttributeValue(link, "href"), reading.origin),
    brand: brand === null ? null : brandRef({ name: brand }),
    category: category === null && categoryId === null ? null : categoryRef({ id: categoryId, name: category }),
    price: zeroIsNone(numberOf(raw.price)),
    old_price: zeroIsNone(numberOf(raw.oldPrice)),
    club_price: zeroIsNone(numberOf(raw.clubPrice)),
    image: absoluteUrl(
      image && (getAttributeValue(image, "data-src") ?? getAttributeValue(image, "src")),
      reading.origin,
    ),
  });
}

function paramsOf(card: Element): Wire | null {
  try {
    return objectOf(JSON.parse(getAttributeValue(card, "data-params") ?? ""));
  } catch {
    return null;
  }
}
