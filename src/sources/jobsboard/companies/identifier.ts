import { notMeant } from "../../../contract/errors.ts";

/** `slug-ID` is an employer's own page, `slug-0-ID` that of a company known from its advertisements. */
export type ProfileForm = "plain" | "grouped";

export interface Identifier {
  id: number;
  /** As it stands in the address, percent-encoded; null where only the number is known. */
  slug: string | null;
  /** Null where only the number is known: either may be right. */
  form: ProfileForm | null;
}

const ID = /^[1-9]\d{0,11}$/;
const PROFILE = /^\/([a-z]{2})\/company\/(?:([^/]+?)-)??(0-)?([1-9]\d{0,11})\/?$/i;

/** What a profile's path says, whichever the language; null for any other path. */
export function profileOf(path: string): (Identifier & { language: string }) | null {
  const [, language, slug, zero, id] = PROFILE.exec(path) ?? [];
  if (!language || !id || /%2f|%5c/i.test(slug ?? "")) return null;
  return { language: language.toLowerCase(), id: Number(id), slug: slug ?? null, form: zero ? "grouped" : "plain" };
}

/** `hosts` are those a profile's URL may have; without them any host will do, until the site is known. */
export function identifierOf(company: string, hosts?: readonly string[]): Identifier {
  const given = company.trim();
  if (ID.test(given)) return { id: Number(given), slug: null, form: null };
  const url = /^https?:\/\//i.test(given) && URL.canParse(given) ? new URL(given) : null;
  const profile = url && url.username === "" && url.password === "" ? profileOf(url.pathname) : null;
  if (!url || !profile) {
    throw notMeant("company is neither a company ID (digits) nor the URL of a company's profile.");
  }
  if (hosts && !hosts.some((host) => isSameHost(host, url.host))) {
    throw notMeant(`company is a URL of another site (${url.host}).`);
  }
  return profile;
}

/** With or without `www.`. */
export const isSameHost = (a: string, b: string) => withoutWww(a) === withoutWww(b);

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, "");
