/** Numbers as the site writes them for people. */

/** The screen-reader sentence: "De prijs van dit product is '19' euro en '99' cent." */
export function parseSpokenAmount(text: string | null | undefined): number | null {
  const [, euros, cents] =
    /['’]?(\d[\d.]*)['’]?\s*euros?\b(?:\s+en\s+['’]?(\d{1,2})['’]?\s*cent)?/i.exec(text ?? "") ?? [];
  return euros === undefined ? null : Number(`${euros.replaceAll(".", "")}.${(cents ?? "0").padStart(2, "0")}`);
}

/** "klantbeoordeling: 4,5 van de 5 sterren" is 4.5. */
export function parseStars(text: string | null | undefined): number | null {
  const [, stars] = /(\d+(?:[.,]\d+)?)\s+(?:van de|van|uit|op)\s+5\b/i.exec(text ?? "") ?? [];
  return stars === undefined ? null : Number(stars.replace(",", "."));
}

/** A rating of 0 without reviews is none. */
export const toRating = (rating: number | null, reviewCount: number | null): number | null =>
  rating === 0 && !reviewCount ? null : rating;

/** The condition of a name, the site's own or a word of the page; null for any other. */
export function conditionCalled(name: unknown): string | null {
  if (typeof name !== "string") return null;
  if (/refurbished/i.test(name)) return "refurbished";
  if (/second_?hand|tweedehands/i.test(name)) return "secondhand";
  return /(?:new|nieuw)$/i.test(name) ? "new" : null;
}
