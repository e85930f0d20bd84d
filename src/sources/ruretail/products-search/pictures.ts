import { absoluteUrl } from "../../../contract/values.ts";
import { type Json, objectOf, objectsOf } from "../../../source-kit/json.ts";

/** The sizes by name, for addresses that do not say their width. */
const RANKS = ["XS", "SM", "SHORT", "MD", "ML", "LG", "XL", "XXL"];

interface Pictures {
  /** Every picture, once, in the largest size offered. */
  urls: string[];
  /** Whether the product has photographs of a marked-down piece; null where the answer does not say. */
  markedDown: boolean | null;
}

/**
 * `images` holds lists by the name of who took the pictures: `discount` for those of a marked-down piece, and one
 * whose name is the shop's own, so it is taken by what it is not.
 */
export function pictures(value: unknown, origin: string): Pictures {
  const lists = objectOf(value);
  if (lists === null) return { urls: largestOf(objectsOf(value), origin), markedDown: null };
  const own = Object.entries(lists).find(([name, list]) => name !== "discount" && Array.isArray(list));
  return {
    urls: largestOf(objectsOf(own?.[1]), origin),
    markedDown: Array.isArray(lists.discount) ? lists.discount.length > 0 : null,
  };
}

function largestOf(images: Json[], origin: string): string[] {
  const urls = images.flatMap((image) => {
    const sources = objectsOf(image.sources).filter((source) => typeof source.url === "string" && source.url !== "");
    const largest = sources.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
    return absoluteUrl(largest?.url, origin) ?? [];
  });
  return [...new Set(urls)];
}

/** What an address says of its width is surer than the name of the size, which has meant other widths over the years. */
const sizeOf = (source: Json): number =>
  widthIn(source.url as string) ?? RANKS.indexOf(String(source.size).toUpperCase());

export function widthIn(url: string): number | null {
  const width = /\bwidth[:=](\d+)/.exec(url)?.[1];
  return width === undefined ? null : Number(width);
}
