import { notMeant } from "../contract/errors.ts";

export interface IdentifierForms<T> {
  /** The field and a description of its value, for error messages. */
  field: string;
  /** Such as "a company ID (digits)". */
  idWords: string;
  /** Such as "the URL of a company's profile". */
  urlWords: string;
  /** Parses a bare identifier; null if the text is not one. */
  ofId(text: string): T | null;
  /** Parses a URL of the site; null if it is the URL of something else. */
  ofUrl(url: URL): T | null;
  /** Advice, such as where to find an identifier. */
  advice?: string;
  /** Accepted hosts of the URL, with or without `www.`. If omitted, any host is accepted until the site is known. */
  hosts?: readonly string[] | undefined;
}

/** Reads a field with an identifier or a URL; anything else is a 400 with an explanation. */
export function readIdentifier<T>(given: string, forms: IdentifierForms<T>): T {
  const text = given.trim();
  const byId = forms.ofId(text);
  if (byId !== null) return byId;
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  // A record of a stand-in names the page by the service's own address.
  const standIn = url && /^\/stand-ins\/[^/]+(?=\/)/.exec(url.pathname);
  if (standIn) url.pathname = url.pathname.slice(standIn[0].length);
  const byUrl = url && url.username === "" && url.password === "" ? forms.ofUrl(url) : null;
  if (!url || byUrl === null) {
    const advice = forms.advice ? ` ${forms.advice}` : "";
    throw notMeant(`${forms.field} is neither ${forms.idWords} nor ${forms.urlWords}.${advice}`);
  }
  if (forms.hosts && !standIn && !forms.hosts.some((host) => isSameHost(host, url.host))) {
    throw notMeant(`${forms.field} is a URL of another site (${url.host}).`);
  }
  return byUrl;
}

/** With or without `www.`. */
export const isSameHost = (a: string, b: string): boolean => withoutWww(a) === withoutWww(b);

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, "");
