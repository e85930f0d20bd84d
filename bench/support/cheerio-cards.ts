import type { CheerioAPI } from "cheerio";

/** What a scraper with cheerio would write for the same cards: the same fields, by selectors. */
export interface ScrapedCard {
  id: string | undefined;
  name: string;
  url: string | undefined;
  image: string | undefined;
  brand: string;
  brand_url: string | undefined;
  price: number | null;
  list_price: number | null;
  delivery: string;
  rating: number | null;
  review_count: number | null;
  is_sponsored: boolean;
}

const words = (text: string): string => text.replace(/\s+/g, " ").trim();
const amount = (text: string): number | null => {
  const [found] = /\d[\d.]*(,\d+)?/.exec(text) ?? [];
  return found ? Number(found.replaceAll(".", "").replace(",", ".")) : null;
};

/** The list fragment of 2023. */
export function scrapeFragment($: CheerioAPI): ScrapedCard[] {
  return $("li[data-id]")
    .toArray()
    .map((element) => {
      const card = $(element);
      const title = card.find("[data-test=product-title]");
      const brand = card.find("[data-test=party-link]").first();
      const image = card.find("[data-test=product-image] img").first();
      const stars = card.find("[data-test=rating-stars]");
      const delivery = card.find("[data-test=delivery-notification]").clone();
      delivery.find("wsp-tooltip").remove();
      return {
        id: card.attr("data-id"),
        name: words(title.text()),
        url: title.attr("href"),
        image: image.attr("src") ?? image.attr("data-src"),
        brand: words(brand.text()),
        brand_url: brand.attr("href"),
        price: Number(card.find("meta[itemprop=price]").attr("content")) || null,
        list_price: amount(card.find("[data-test=from-price]").text()),
        delivery: words(delivery.text()),
        rating: amount(stars.attr("title") ?? ""),
        review_count: Number(stars.attr("data-count")),
        is_sponsored: card.hasClass("js_sponsored_product"),
      };
    });
}

/** The cards of a page of today. */
export function scrapeRendered($: CheerioAPI): ScrapedCard[] {
  return $("[data-bltgi]")
    .toArray()
    .filter((element) => /\.ProductList_Middle\.\d+$/.test($(element).attr("data-bltgi") ?? ""))
    .map((element) => {
      const card = $(element);
      const title = card.find('a[data-bltgh*="ProductTitle"]');
      const brand = card.find('a[href*="/b/"]').first();
      const [, euros, cents] = /'(\d+)' euro(?: en '(\d+)' cent)?/.exec(card.find(".sr-only").text()) ?? [];
      const stars = card.find("[aria-label*=sterren]").attr("aria-label") ?? "";
      return {
        id: /\/(\d+)\/$/.exec(title.attr("href") ?? "")?.[1],
        name: words(title.find("h2").text()),
        url: title.attr("href"),
        image: card.find('a[data-bltgh*="ProductImage"] img').attr("src"),
        brand: words(brand.text()),
        brand_url: brand.attr("href"),
        price: euros ? Number(`${euros}.${cents ?? 0}`) : null,
        list_price: amount(card.find("del").text()),
        delivery: words(card.find("div > div").last().text()),
        rating: amount(stars),
        review_count: amount(/uit ([\d.]+)/.exec(stars)?.[1] ?? ""),
        is_sponsored: card.text().includes("Gesponsord"),
      };
    });
}
