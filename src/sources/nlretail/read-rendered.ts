import { all, attributeOf, type Element, linkOf, one, textOf } from "../../source-kit/html.ts";
import { type NoRecord, Page } from "../../source-kit/source.ts";
import { absoluteUrl, cleanText, parseAmount } from "../../source-kit/values.ts";
import { cardText, elementsWith, largestImage, mentions } from "./card-elements.ts";
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
    ({ element }) => readCard(element, origin) ?? kindOf(element),
  );

/** A card without text, or with a link to a product, is a product that was not understood; others are banners. */
function kindOf(card: Element): NoRecord {
  const isProduct = all("*", card).some(
    (part) => PRODUCT_PATH.test(attributeOf("href", part) ?? "") || mentions(part, "ProductTitle"),
  );
  return isProduct || cardText(card) === null ? "unreadable" : "other-kind";
}

function readCard(card: Element, origin: string): Product | null {
  const elements = all("*", card);
  const link = one('a[data-bltgh*="ProductTitle"]', card);
  const url = () => linkOf(link, origin);
  const id = () => PRODUCT_PATH.exec(url() ?? "")?.[1];
  if (!link || !id()) return null;
  const picture = one('a[data-bltgh*="ProductImage"]', card);
  const brand = all("a", card).find((one) => /\/p?b\/[^/]+\/\d+/.test(attributeOf("href", one) ?? ""));
  // A name may contain any words, including those of a price or a delivery.
  const names = new Set([link, picture, brand].flatMap((named) => (named ? [named, ...all("*", named)] : [])));
  const stated = sayings(elements.filter((element) => !names.has(element)));
  const said = (passes: (text: string) => boolean): string | undefined => {
    const found = stated.find(({ text }) => passes(text));
    // Read once more, for the page's observer.
    if (found?.attribute) attributeOf(found.attribute, found.element);
    else if (found) textOf(found.element);
    return found?.text;
  };
  const stars = () => said((text) => parseStars(text) !== null);
  const reviewCount = () => reviews(stars());
  return SearchProduct.make({
    id: () => id()!,
    name: () => cardText(one("h2", link) ?? link),
    url,
    image: () => (picture ? absoluteUrl(largestImage(all("img", picture)), origin) : null),
    brand: () => cardText(brand),
    brand_url: () => linkOf(brand, origin),
    price: () => parseSpokenAmount(said((text) => /^de prijs van dit product is/i.test(text))),
    list_price: () => listPrice(said((text) => LIST_PRICE.test(text))),
    condition: () => conditionCalled(said((text) => /^(conditie: )?(refurbished|tweedehands|nieuw)$/i.test(text))),
    delivery: () => said((text) => DELIVERY.test(text)),
    rating: () => toRating(parseStars(stars()), reviewCount()),
    review_count: reviewCount,
    is_sponsored: () =>
      said((text) => /^(gesponsord|sponsorisé)$/i.test(text)) !== undefined ||
      [card, ...elements].some((element) => mentions(element, "considerationDisplay")),
  });
}

/** A text of a card, and where it is. */
interface Saying {
  text: string;
  element: Element;
  attribute: string | null;
}

/** The texts of the card, part by part: each element with its own text, and screen-reader texts. */
function sayings(elements: Element[]): Saying[] {
  const stated: Saying[] = [];
  for (const element of elements) {
    for (const attribute of ["title", "aria-label"]) {
      const text = cleanText(attributeOf(attribute, element));
      if (text) stated.push({ text, element, attribute });
    }
    if (element.children.some((child) => child.type === "text" && child.data.trim() !== "")) {
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
