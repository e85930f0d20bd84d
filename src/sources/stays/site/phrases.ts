import phrases from "./phrases.json" with { type: "json" };

/** The few phrases of a result that differ by language; English by default. */
type Phrases = (typeof phrases)["en"] & { rooms: Record<string, string> };

const byLanguage: Record<string, Phrases> = phrases;

export const phrasesIn = (language: string): Phrases => byLanguage[language.slice(0, 2)] ?? phrases.en;

export const fill = (phrase: string, value: string | number): string => phrase.replace("#", String(value));

/** Miles and feet for the one language that uses them. */
export function distanceWords(meters: number, language: string): string {
  if (language !== "en-us")
    return meters < 1_000 ? `${Math.round(meters / 50) * 50} m` : `${(meters / 1_000).toFixed(1)} km`;
  const miles = meters / 1_609.344;
  return miles < 0.2 ? `${Math.round((meters * 3.28084) / 50) * 50} feet` : `${miles.toFixed(1)} miles`;
}

export function scoreLabel(score: number, language: string): string {
  const [exceptional = "", wonderful = "", good = "", plain = ""] = phrasesIn(language).labels;
  if (score >= 9.5) return exceptional;
  if (score >= 9) return wonderful;
  return score >= 7 ? good : plain;
}
