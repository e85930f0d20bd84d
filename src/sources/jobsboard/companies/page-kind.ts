import type { Answer } from "../../../contract/site.ts";
import { attributeOf, type Document, type Element, nextElement, one, textOf } from "../../../source-kit/html.ts";
import { type Identifier, profileOf } from "./identifier.ts";
import { CARD } from "./job-refs.ts";
import { childrenOf } from "./sections.ts";

export type PageKind =
  | { kind: "company"; heading: Element; profile: (Identifier & { language: string }) | null; url: string | null }
  | { kind: "listing" | "front" | "missing" | "unknown" };

/** `/`, `/en/`, and a country's own front page such as `/en/uae/`. */
const FRONT = /^\/(?:[a-z]{2}\/(?:[a-z-]+\/)?)?$/;
const MISSING = /not found|no longer available|doesn.t exist|\b404\b|غير موجود|لم يتم العثور/i;

/** What a page is, by the address it gives itself, else by its parts. */
export function kindOf(page: Document, answer: Answer): PageKind {
  if (answer.status === 404 || answer.status === 410) return { kind: "missing" };
  const url =
    attributeOf("href", one("link[rel=canonical]", page)) ??
    attributeOf("content", one("meta[property='og:url']", page));
  const path = url && URL.canParse(url, "http://x") ? new URL(url, "http://x").pathname : null;
  const profile = path ? profileOf(path) : null;
  const heading = headingOf(page);
  if (profile && heading) return { kind: "company", heading, profile, url };
  if (one(CARD, page)) return { kind: "listing" };
  if (path && FRONT.test(path)) return { kind: "front" };
  const title = `${textOf(one("title", page)) ?? ""} ${textOf(one("h1", page)) ?? ""}`;
  if (MISSING.test(title)) return { kind: "missing" };
  return path === null && heading && isProfileLike(heading)
    ? { kind: "company", heading, profile: null, url: null }
    : { kind: "unknown" };
}

const MARKED_NAME = "[data-automation-id=companyName]";

/** The name: marked on an older page, whose `h1` may be something else; the page's own heading on the others. */
const headingOf = (page: Document) => one(`h4${MARKED_NAME}`, page) ?? one("h1", page);

/** A page that was saved without its address is a profile where the name has the usual details beside it. */
function isProfileLike(heading: Element): boolean {
  const next = nextElement(heading);
  if (heading.name === "h4") return true;
  if (next?.name === "ul") return /\blist\b.*\bis-basic\b/.test(next.attribs.class ?? "");
  const paragraphs = heading.parent ? childrenOf(heading.parent, "p") : [];
  return next?.name === "p" && paragraphs.length >= 3;
}
