import words from "./words.json" with { type: "json" };

/** A word in the site's two languages. */
export type Word = Readonly<Record<Language, string>>;
export type Language = "en" | "ar";

/** Building blocks of the catalogue. */
export const { businesses, industries, places, families, trades, titles } = words;

export const sizes = ["1-9", "10-49", "50-99", "100-499", "500+"] as const;
