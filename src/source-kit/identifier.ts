import { notMeant } from "../contract/errors.ts";

export interface IdentifierForms<T> {
  /** The field that holds it, and what it is, for the caller who sent something else. */
  field: string;
  /** Such as "a company ID (digits)". */
  idWords: string;
  /** Such as "the URL of a company's profile". */
  urlWords: string;
  /** What a bare identifier says; null where the text is none. */
  ofId(text: string): T | null;
  /** What a URL of the site says; null where it is the URL of something else. */
  ofUrl(url: URL): T | null;
  /** What to do instead, such as where an identifier is found. */
  advice?: string;
  /** Hosts that the URL may have, with or without `www.`; any host will do without them, until the site is known. */
  hosts?: readonly string[] | undefined;
}

/** A field that takes an identifier or the URL of the thing: 400 with a sentence for anything else. */
export function identifierOf<T>(given: string, forms: IdentifierForms<T>): T {
  const text = given.trim();
  const byId = forms.ofId(text);
  if (byId !== null) return byId;
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  const byUrl = url && url.username === "" && url.password === "" ? forms.ofUrl(url) : null;
  if (!url || byUrl === null) {
    const advice = forms.advice ? ` ${forms.advice}` : "";
    throw notMeant(`${forms.field} is neither ${forms.idWords} nor ${forms.urlWords}.${advice}`);
  }
  if (forms.hosts && !forms.hosts.some((host) => isSameHost(host, url.host))) {
    throw notMeant(`${forms.field} is a URL of another site (${url.host}).`);
  }
  return byUrl;
}

/** With or without `www.`. */
export const isSameHost = (a: string, b: string): boolean => withoutWww(a) === withoutWww(b);

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, "");
