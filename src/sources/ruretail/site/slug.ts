const LETTERS = new Map(
  "а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya"
    .split(" ")
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);

const latin = (text: string) => text.toLowerCase().replace(/[а-яё]/g, (letter) => LETTERS.get(letter) ?? "");

/** A product's slug: Latin letters and dashes. */
export const toSlug = (text: string): string =>
  latin(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** An option's slug, in which the site writes each character as a letter and a digit. */
export const optionSlug = (text: string): string =>
  latin(text)
    .replaceAll(" ", "d1")
    .replaceAll("/", "c5")
    .replaceAll(".", "b7")
    .replaceAll('"', "a3")
    .replace(/[^a-z0-9]/g, "e2");
