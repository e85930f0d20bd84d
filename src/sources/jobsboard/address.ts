import { readIdentifier as meant, type SiteRequest } from "../../source-kit/source.ts";

/** Placeholders: an operator configures the real addresses. */
export const origins = { site: "https://www.jobsboard.example" };

/** The operation that finds a company's profile by its name. */
export const LOOKUP = "/api/jobsboard/companies/search";

export const languages = ["en", "ar"] as const;

/** `slug-ID` is an employer's own page, `slug-0-ID` that of a company known from its advertisements. */
export type ProfileForm = "plain" | "grouped";

export interface Identifier {
  id: number;
  /** As in the address, percent-encoded; null if only the number is known. */
  slug: string | null;
  /** Null if only the number is known: either may be right. */
  form: ProfileForm | null;
}

const DIGITS = /^\d+$/;
const PROFILE = /^\/([a-z]{2})\/company\/(?:([^/]+?)-)??(0-)?(\d+)\/?$/i;

/** No company has it: digits that are no number of a company, such as twenty of them, mean this one. */
export const NOBODY = 0;

const numberOf = (digits: string): number =>
  !digits.startsWith("0") && Number.isSafeInteger(Number(digits)) ? Number(digits) : NOBODY;

type Profile = Identifier & { language: string };

function parsed(path: string): Profile | null {
  const [, language, slug, zero, id] = PROFILE.exec(path) ?? [];
  if (!language || !id || /%2f|%5c/i.test(slug ?? "")) return null;
  return {
    language: language.toLowerCase(),
    id: numberOf(id),
    slug: slug ?? null,
    form: zero ? "grouped" : "plain",
  };
}

/** Parses a profile's path in any language; null for any other path. */
export function parseProfile(path: string): Profile | null {
  const profile = parsed(path);
  return profile?.id === NOBODY ? null : profile;
}

/** A path as people copy it: without the language, or with the page of jobs behind it. */
const asCopied = (path: string) =>
  parsed(path.replace(/^(?=\/company\/)/, `/${languages[0]}`).replace(/\/jobs\/?$/, "/"));

/** `hosts` are the accepted hosts of a profile's URL. If omitted, any host is accepted until the site is known. */
export const readIdentifier = (company: string, hosts?: readonly string[]): Identifier =>
  // People leave out the scheme, or copy the end of the address alone.
  meant<Identifier>(/^[\w.-]+(?::\d+)?\/.*company\//i.test(company.trim()) ? `https://${company.trim()}` : company, {
    field: "company",
    idWords: "a company ID (digits)",
    urlWords: "the URL of a company's profile",
    advice: `POST ${LOOKUP} finds companies by name.`,
    ofId: (text) =>
      DIGITS.test(text)
        ? { id: numberOf(text), slug: null, form: null }
        : (/^[a-z\d-]+-\d+$/i.test(text) && asCopied(`/company/${text}`)) || null,
    ofUrl: ({ pathname }) => asCopied(pathname),
    hosts,
  });

/** Any slug works if the site uses the number; a redirect to the right one is followed. */
const ANY_SLUG = "company";

export const profilePath = ({ id, slug }: Identifier, form: ProfileForm, language: string): string =>
  `/${language}/company/${slug ?? ANY_SLUG}-${form === "grouped" ? "0-" : ""}${id}/`;

/** Redirects are not followed automatically: one to the front page means that the company does not exist. */
export const profilePage = (path: string): SiteRequest => ({ path, redirects: "show" });
