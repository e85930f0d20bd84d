import { type EchoPart, echoFields } from "../contract/echo.ts";
import type { Operation } from "../contract/operation.ts";
import { sizedPages } from "../contract/page-size.ts";

/** What shows that a page answers a part of the request, for people. `isStated` if the page itself does. */
export interface ProofWords {
  /** Request fields, or `page`. */
  about: string[];
  words: string;
  isStated: boolean;
}

/** Each request field of an operation with what its pages repeat of it. */
export function proofWords({ echo, request }: Operation): ProofWords[] {
  return Object.entries<EchoPart | string>(echo).flatMap(([name, part]): ProofWords[] => {
    const own = echoFields(name, part).filter((field) => field in request.properties);
    const about = name === "page" ? ["page"] : own;
    if (about.length === 0) return [];
    if (typeof part === "string") return [{ about, words: part, isStated: false }];
    const stated = part.words ?? `The page states its ${part.says}.`;
    return [{ about, words: part.sometimes ? `${stated} ${part.sometimes}` : stated, isStated: true }];
  });
}

/** How many rows a page must have; null if the operation returns one thing. */
export function sizeWords({ pageSize }: Operation): string | null {
  if (typeof pageSize === "object" && "unknown" in pageSize) return pageSize.unknown;
  const pages = sizedPages(pageSize);
  if (!pages) return null;
  const { rows, known, short } = pages;
  const how = { stated: "each page states it", derived: "as its total and last page show", constant: "" }[
    known ?? "constant"
  ];
  const less = short ? ` It may lack ${short.by}: ${short.why}` : "";
  return `A full page has ${rows} rows${how ? ` (${how})` : ""}.${less}`;
}
