import type { Answer } from "../../../contract/site.ts";
import { attributeOf, type Document, one, textOf } from "./dom.ts";
import { type Identifier, profileOf } from "./identifier.ts";
import { CARD } from "./job-refs.ts";

export type PageKind =
  | { kind: "company"; profile: (Identifier & { language: string }) | null; url: string | null }
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
  if (profile && one("h1", page)) return { kind: "company", profile, url };
  if (one(CARD, page)) return { kind: "listing" };
  if (path && FRONT.test(path)) return { kind: "front" };
  const title = `${textOf(one("title", page)) ?? ""} ${textOf(one("h1", page)) ?? ""}`;
  if (MISSING.test(title)) return { kind: "missing" };
  return path === null && one("h1 + ul.list.is-basic", page)
    ? { kind: "company", profile: null, url: null }
    : { kind: "unknown" };
}
