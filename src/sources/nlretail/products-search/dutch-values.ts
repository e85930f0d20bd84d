/** How the site writes numbers for people. */

/** "1.234,50", "98,00", "19,-" and "19.99" as a number; null for none. */
export function amountOf(text: string | null | undefined): number | null {
  const [, whole, cents] = /(\d{1,3}(?:\.\d{3})+(?!\d)|\d+)(?:[.,](\d{1,2})(?!\d))?/.exec(text ?? "") ?? [];
  return whole === undefined ? null : Number(`${whole.replaceAll(".", "")}.${cents ?? 0}`);
}

/** The sentence for screen readers: "De prijs van dit product is '19' euro en '99' cent." */
export function spokenAmountOf(text: string | null | undefined): number | null {
  const [, euros, cents] =
    /['’]?(\d[\d.]*)['’]?\s*euros?\b(?:\s+en\s+['’]?(\d{1,2})['’]?\s*cent)?/i.exec(text ?? "") ?? [];
  return euros === undefined ? null : Number(`${euros.replaceAll(".", "")}.${(cents ?? "0").padStart(2, "0")}`);
}

/** "klantbeoordeling: 4,5 van de 5 sterren" is 4.5. */
export function starsOf(text: string | null | undefined): number | null {
  const [, stars] = /(\d+(?:[.,]\d+)?)\s+(?:van de|van|uit|op)\s+5\b/i.exec(text ?? "") ?? [];
  return stars === undefined ? null : Number(stars.replace(",", "."));
}

/** "49.062 resultaten" is 49062. */
export function groupedWholeOf(text: string | null | undefined): number | null {
  const [whole] = /\d{1,3}(?:\.\d{3})+(?!\d)|\d+/.exec(text ?? "") ?? [];
  return whole === undefined ? null : Number(whole.replaceAll(".", ""));
}

/** A rating of 0 with no opinions behind it is none. */
export const ratingOf = (rating: number | null, reviewCount: number | null): number | null =>
  rating === 0 && !reviewCount ? null : rating;
