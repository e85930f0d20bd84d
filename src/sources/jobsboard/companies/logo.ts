import { absoluteUrl } from "../../../contract/values.ts";
import { all, attributeOf, type Document, type Element } from "../../../source-kit/html.ts";
import { isInFrame } from "./sections.ts";

const LOGO = /(?:\/(\d+)x\d+)?\/images\/logo\/\d+\/(\d+)_logo_/;

/** The company's own logo in the largest size that the page shows; null where it has none. */
export function logoOf(page: Document, id: number, origin: string): string | null {
  const shown = all("img, meta[property='og:image'], h2", page).filter((element) => !isInFrame(element));
  const own = shown.flatMap((element) => logo(element, origin)).filter(({ owner }) => owner === id);
  return largest(own) ?? largest(anonymous(shown, origin));
}

/**
 * Companies known from their advertisements carry 0 in the file's name. Further down stand the logos of similar
 * companies, so only what comes before the first part of the page counts.
 */
function anonymous(shown: Element[], origin: string): Logo[] {
  const parts = shown.findIndex(({ name }) => name === "h2");
  const head = parts < 0 ? shown : shown.slice(0, parts);
  return head.flatMap((element) => logo(element, origin)).filter(({ owner }) => owner === 0);
}

interface Logo {
  url: string;
  owner: number;
  width: number;
}

function logo(element: Element, origin: string): Logo[] {
  const url = absoluteUrl(attributeOf("src", element) ?? attributeOf("content", element), origin);
  const [found, width, owner] = (url && LOGO.exec(url)) || [];
  return url && found ? [{ url, owner: Number(owner), width: width ? Number(width) : Number.POSITIVE_INFINITY }] : [];
}

const largest = (logos: Logo[]) => logos.sort((a, b) => b.width - a.width)[0]?.url ?? null;
