/**
 * Rows on a full page of a list, and how that is known: a constant, a number that each page states, or one that follows
 * from the page's total and last page. A page's own statement overrides a constant.
 */
export interface SizedPages {
  rows: number;
  known?: "stated" | "derived";
  /** How many rows a page that is not the last may lack, and why. */
  short?: { by: number; why: string };
}

/** A number is a constant. `unknown` says why nothing shows whether a page is complete, such as a list of suggestions. */
export type PageSize = number | SizedPages | { unknown: string };

/** The declaration of a list whose pages have a size; null for any other. */
export function sizedPages(size: PageSize | undefined): SizedPages | null {
  if (typeof size === "number") return { rows: size };
  return size === undefined || "unknown" in size ? null : size;
}
