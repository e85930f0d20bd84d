import { didYouMean, NoSuchThing } from "../../source-kit/source.ts";

/** The site's URL names for the countries with most of its lists; others are used as written. */
const COUNTRIES =
  "international algeria bahrain egypt india iraq jordan kuwait lebanon libya morocco oman pakistan qatar saudi-arabia syria tunisia turkiye uae uk usa yemen".split(
    " ",
  );

const OTHER_NAMES: Readonly<Record<string, string>> = {
  "united-arab-emirates": "uae",
  emirates: "uae",
  ksa: "saudi-arabia",
  turkey: "turkiye",
  "united-kingdom": "uk",
  "united-states": "usa",
};

export function countryPath(country: string): string {
  const written = country
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/^-|-$/g, "");
  return OTHER_NAMES[written] ?? written;
}

export const noSuchCountry = (country: string): NoSuchThing => {
  const known = COUNTRIES.map((value) => ({ value }));
  const none = `The source has no list of companies of "${country.slice(0, 80)}" (country).`;
  return new NoSuchThing(`${none} ${didYouMean(country, known, null)}`.trim());
};
