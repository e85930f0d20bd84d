import type { PageElement } from "../../source-kit/elements/page-element.ts";
import { type NoRecord, Page } from "../../source-kit/source.ts";
import { absoluteUrl, cleanText, parseAmount } from "../../source-kit/values.ts";
import { cardText, elementsWith, largestImage } from "./card-elements.ts";
import { conditionCalled, parseSpokenAmount, parseStars, toRating } from "./dutch-values.ts";
import { type Product, SearchProduct } from "./product.ts";

const CARD = /\.ProductList_Middle\.\d+$/;
const PRODUCT_PATH = /\/p\/[^/]*\/(\d+)/;
const DELIVERY =
  /^(op voorraad|(tijdelijk |momenteel )?niet leverbaar|(tijdelijk )?uitverkocht|uiterlijk .* in huis|voor \d.*besteld|(vandaag|vanavond|morgen|overmorgen) in huis|binnenkort leverbaar|nog niet verschenen|levertijd|verwacht|\d+ ?- ?\d+ (werkdagen|weken))/i;

/** The cards of a page as a browser renders it. They have no ids: a product's address ends with it. */
export const readRenderedCards = (html: string, origin: string): Page<Product> =>
  Page.of(
    elementsWith(html, "data-bltgi", (value) => CARD.test(value)),
    (card) => readCard(card, origin) ?? kindOf(card),
  );

/** A card without text, or with a link to a product, is a product that was not understood; others are banners. */
function kindOf(card: PageElement): NoRecord {
  const isProduct = card
    .inside()
    .some((part) => PRODUCT_PATH.test(part.attribute("href") ?? "") || part.mentions("ProductTitle"));
  return isProduct || cardText(card) === null ? "unreadable" : "other-kind";
}

function readCard(card: PageElement, origin: string): Product | null {
  const elements = card.inside();
  const within = (mark: string) =>
    elements.find((element) => element.name === "a" && element.attribute("data-bltgh")?.includes(mark));
  const link = within("ProductTitle");
  const url = absoluteUrl(link?.attribute("href"), origin);
  const id = PRODUCT_PATH.exec(url ?? "")?.[1];
  if (!link || !id) return null;
  const picture = within("ProductImage");
  const brand = elements.find(
    (element) => element.name === "a" && /\/p?b\/[^/]+\/\d+/.test(element.attribute("href") ?? ""),
  );
  // A name may contain any words, including those of a price or a delivery.
  const names = new Set([link, picture, brand].flatMap((named) => (named ? [named, ...named.inside()] : [])));
  const stated = sayings(elements.filter((element) => !names.has(element)));
  const stars = stated.find((text) => parseStars(text) !== null);
  const reviewCount = reviews(stars);
  return SearchProduct.make({
    id,
    name: cardText(link.inside().find(({ name }) => name === "h2") ?? link),
    url,
    image: picture ? absoluteUrl(largestImage(picture.inside().filter(({ name }) => name === "img")), origin) : null,
    brand: cardText(brand),
    brand_url: absoluteUrl(brand?.attribute("href"), origin),
    price: parseSpokenAmount(stated.find((text) => /^de prijs van dit product is/i.test(text))),
    list_price: listPrice(stated),
    condition: conditionOf(stated),
    delivery: stated.find((text) => DELIVERY.test(text)),
    rating: toRating(parseStars(stars), reviewCount),
    review_count: reviewCount,
    is_sponsored: isAdvertised(card, elements, stated),
  });
}

/** The texts of the card, part by part: each element with its own text, and screen-reader texts. */
function sayings(elements: PageElement[]): string[] {
  const stated: string[] = [];
  for (const element of elements) {
    for (const unseen of [element.attribute("title"), element.attribute("aria-label")]) {
      const text = cleanText(unseen);
      if (text) stated.push(text);
    }
    if (element.parts().some((child) => typeof child === "string" && child.trim() !== "")) {
      const text = cardText(element);
      if (text) stated.push(text);
    }
  }
  return stated;
}

function listPrice(stated: string[]): number | null {
  const text = stated.find((one) => /^((de )?adviesprijs\b|meestal\b|van(?=\s*[€\d])).*\d/i.test(one));
  return parseSpokenAmount(text) ?? parseAmount(text);
}

function reviews(stars: string | undefined): number | null {
  const [, count] = /\b(?:uit|op basis van)\s+([\d.]+)(?!\s*sterren)/i.exec(stars ?? "") ?? [];
  return parseAmount(count);
}

const conditionOf = (stated: string[]): string | null =>
  conditionCalled(stated.find((one) => /^(conditie: )?(refurbished|tweedehands|nieuw)$/i.test(one)));

const isAdvertised = (card: PageElement, elements: PageElement[], stated: string[]): boolean =>
  stated.some((text) => /^(gesponsord|sponsorisé)$/i.test(text)) ||
  [card, ...elements].some((element) => element.mentions("considerationDisplay"));
