import type { Answer } from "../../source-kit/source.ts";

/** Markers of the shop's own pages: with one of them, a page is never a challenge. */
export const LANDMARKS = ["__NEXT_DATA__", "data-meta-product-id=", "product_data__gtm-js"];

const LOADING_TITLE = /<title[^<>]*>\s*Загрузка[^\p{L}<]*<\/title>/iu;

/**
 * The site's wall returns a page that computes a cookie from an `Int8Array` and reloads. The status is usually 429, but the
 * page decides: a saved one has no status. Another wall sends 401 with some hundred kilobytes of script.
 */
export function blockMarker(answer: Answer): string | null {
  if (answer.headers["content-type"]?.includes("json")) return null;
  const page = answer.text();
  if (!page.includes("<") || LANDMARKS.some((mark) => page.includes(mark))) return null;
  if (page.includes("new Int8Array(") && /js[-.]cookie|data-domain=/.test(page)) return "cookie puzzle";
  if (LOADING_TITLE.test(page)) return "loading page";
  if (page.includes("__qrator/")) return "wall script";
  if (answer.status === 401 && /<script\b/i.test(page)) return "status 401 with a script";
  return null;
}
