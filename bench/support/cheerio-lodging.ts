import type { CheerioAPI } from "cheerio";

/** What a scraper with cheerio would write for the cards of a lodging search: the same fields, by selectors. */
export interface ScrapedLodging {
  alias: string | undefined;
  name: string;
  place: string;
  distance: string;
  stars: number;
  review: string;
  image: string | undefined;
  price: string;
  taxes: string;
  unit: string;
  hasFreeCancellation: boolean;
  hasNoPrepayment: boolean;
}

const words = (text: string): string => text.replace(/\s+/g, " ").trim();

export const scrapeLodgings = ($: CheerioAPI): ScrapedLodging[] =>
  $('[data-testid="property-card"]')
    .toArray()
    .map((element) => {
      const card = $(element);
      const text = (id: string) => words(card.find(`[data-testid="${id}"]`).first().text());
      const has = (id: string) => card.find(`[data-testid="${id}"]`).length > 0;
      const link = card.find('[data-testid="title-link"]').attr("href") ?? "";
      return {
        alias: /\/hotel\/[a-z]{2}\/([^/.]+)/.exec(link)?.[1],
        name: text("title"),
        place: text("address-text") || text("address-link") || text("address"),
        distance: text("distance"),
        stars: card.find('[data-testid^="rating-"] svg').length,
        review: text("review-score"),
        image: card.find('[data-testid="image"]').attr("src"),
        price: words(card.find('[data-testid="price-and-discounted-price"]').last().text()),
        taxes: text("taxes-and-charges"),
        unit: words(card.find('[data-testid="recommended-units"] h4').first().text()),
        hasFreeCancellation: has("cancellation-policy-icon"),
        hasNoPrepayment: has("prepayment-policy-icon"),
      };
    });
