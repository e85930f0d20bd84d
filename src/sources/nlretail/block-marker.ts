import type { Answer } from "../../source-kit/source.ts";

/** The challenge is a page of a few kilobytes; nothing larger is searched. */
const LARGEST = 100_000;
/** Only pages with products, or their data, have one of these. */
export const LANDMARKS = ["bestSellingOffer", "product-title", "ProductTitle", "streamController.enqueue"];

/**
 * Recognises the challenge page by its parts: the container that the check fills, or the check's script on a page without
 * products (a good page may load the same script).
 */
export function blockMarker(answer: Answer): string | null {
  if (answer.body.length > LARGEST) return null;
  const page = answer.text();
  if (!page.trimStart().startsWith("<") || LANDMARKS.some((mark) => page.includes(mark))) return null;
  if (/\bid=["']?sec-(if|bc|cpt)-[\w-]*container/.test(page)) return "challenge container";
  if (/<script[^<>]{1,1000}src=["']?[^"'\s<>]{0,500}\/\.well-known\/sbsd\//.test(page)) return "challenge script";
  if (/tijdelijk geblokkeerd|<title[^<>]*>\s*access denied/i.test(page)) return "refusal text";
  return null;
}
