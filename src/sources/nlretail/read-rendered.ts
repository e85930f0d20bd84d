import type { PageElement } from "../../source-kit/elements/page-element.ts";
import { noteText } from "../../source-kit/elements/read-element.ts";
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
  const url = () => absoluteUrl(link?.attribute("href"), origin);
  const id = () => PRODUCT_PATH.exec(url() ?? "")?.[1];
  if (!link || !id()) return null;
  const picture = within("ProductImage");
  const brand = elements.find(
    (element) => element.name === "a" && /\/p?b\/[^/]+\/\d+/.test(element.attribute("href") ?? ""),
  );
  // A name may contain any words, including those of a price or a delivery.
  const names = new Set([link, picture, brand].flatMap((named) => (named ? [named, ...named.inside()] : [])));
  const stated = sayings(elements.filter((element) => !names.has(element)));
  const said = (passes: (text: string) => boolean): string | undefined => {
    const found = stated.find(({ text }) => passes(text));
    if (found?.attribute) found.element.attribute(found.attribute);
    else if (found) noteText(found.element);
    return found?.text;
  };
  const stars = () => said((text) => parseStars(text) !== null);
  const reviewCount = () => reviews(stars());
  return SearchProduct.make({
    id: () => id()!,
    name: () => cardText(link.inside().find(({ name }) => name === "h2") ?? link),
    url,
    image: () =>
      picture ? absoluteUrl(largestImage(picture.inside().filter(({ name }) => name === "img")), origin) : null,
    brand: () => cardText(brand),
    brand_url: () => absoluteUrl(brand?.attribute("href"), origin),
    price: () => parseSpokenAmount(said((text) => /^de prijs van dit product is/i.test(text))),
    list_price: () => listPrice(said((text) => LIST_PRICE.test(text))),
    condition: () => conditionCalled(said((text) => /^(conditie: )?(refurbished|tweedehands|nieuw)$/i.test(text))),
    delivery: () => said((text) => DELIVERY.test(text)),
    rating: () => toRating(parseStars(stars()), reviewCount()),
    review_count: reviewCount,
    is_sponsored: () =>
      said((text) => /^(gesponsord|sponsorisé)$/i.test(text)) !== undefined ||
      [card, ...elements].some((element) => element.mentions("considerationDisplay")),
  });
}

/** A text of a card, and where it is. */
interface Saying {
  text: string;
  element: PageElement;
  attribute: string | null;
}

/** The texts of the card, part by part: each element with its own text, and screen-reader texts. */
function sayings(elements: PageElement[]): Saying[] {
  const stated: Saying[] = [];
  for (const element of elements) {
    for (const attribute of ["title", "aria-label"]) {
      const text = cleanText(element.attribute(attribute));
      if (text) stated.push({ text, element, attribute });
    }
    if (element.parts().some((child) => typeof child === "string" && child.trim() !== "")) {
      const text = cardText(element);
      if (text) stated.push({ text, element, attribute: null });
    }
  }
  return stated;
}

const LIST_PRICE = /^((de )?adviesprijs\b|meestal\b|van(?=\s*[€\d])).*\d/i;

const listPrice = (text: string | undefined): number | null => parseSpokenAmount(text) ?? parseAmount(text);

function reviews(stars: string | undefined): number | null {
  const [, count] = /\b(?:uit|op basis van)\s+([\d.]+)(?!\s*sterren)/i.exec(stars ?? "") ?? [];
  return parseAmount(count);
}
