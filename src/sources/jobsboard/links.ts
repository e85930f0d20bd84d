import {
  all,
  attributeOf,
  childrenOf,
  type Document,
  type Element,
  nextElement,
  previousElement,
  textOf,
} from "../../source-kit/html.ts";
import { htmlRecord, type Static, text } from "../../source-kit/record.ts";
import { absoluteUrl, largestOf } from "../../source-kit/values.ts";
import { isInFrame } from "./sections.ts";

export const Social = htmlRecord("JobsboardSocial", {
  network: text().meaning("Name of the network, in small letters."),
  url: text().meaning("URL of the company's profile there."),
});

type SocialRecord = Static<typeof Social>;

/** Hosts by the label that names the network. */
const NETWORKS = new Set(
  "facebook instagram linkedin twitter x youtube tiktok snapchat whatsapp telegram pinterest vimeo".split(" "),
);
const WEBSITE = /web\s?site|homepage|الموقع الإلكتروني|الموقع الالكتروني|موقع الشركة/i;

export interface CompanyLinks {
  website: string | null;
  socials: SocialRecord[];
}

/** Links out of the page: the company's website and its social profiles. `own` are the site's own hosts. */
export function collectLinks(page: Document, own: readonly string[]): CompanyLinks {
  const outside = all('a[href^="http"], a[href^="//"]', page)
    .filter((link) => !isInFrame(link))
    .map((link) => ({ link, url: outsideUrl(link, own) }))
    .filter((row): row is { link: Element; url: URL } => row.url !== null);
  const socials = new Map<string, SocialRecord>();
  for (const { link, url } of outside) {
    const network = networkOf(url.hostname);
    if (!network || socials.has(url.href)) continue;
    const href = () => outsideUrl(link, own)?.href;
    socials.set(url.href, Social.make({ network: () => href() && network, url: href }));
  }
  const others = outside.filter(({ url }) => networkOf(url.hostname) === null);
  const website = others.find(({ link }) => isLabelled(link)) ?? others.find(({ link, url }) => namesItself(link, url));
  return { website: website?.url.href ?? null, socials: [...socials.values()] };
}

/** On the oldest page the website is the link that follows the name. */
export function linkBeside(heading: Element, own: readonly string[]): string | null {
  if (!heading.parent || childrenOf(heading.parent, "p").length === 0) return null;
  for (let next = nextElement(heading); next && !/^h[1-6]$/.test(next.name); next = nextElement(next)) {
    const url = next.name === "a" && attributeOf("href", next) ? outsideUrl(next, own) : null;
    if (url && /^https?:$/.test(url.protocol) && networkOf(url.hostname) === null) return url.href;
  }
  return null;
}

function outsideUrl(link: Element, own: readonly string[]): URL | null {
  const href = attributeOf("href", link)!;
  const text = href.startsWith("//") ? `https:${href}` : href;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isOwn = own.some((host) => url.host === host || url.hostname.endsWith(`.${host.replace(/^www\./, "")}`));
  return isOwn ? null : url;
}

const networkOf = (hostname: string): string | null => {
  const label = hostname.split(".").at(-2) ?? "";
  return NETWORKS.has(label) ? label : null;
};

/** Matches its own text, or that of its row if it is the only link there. */
function isLabelled(link: Element): boolean {
  const own = `${textOf(link) ?? ""} ${attributeOf("title", link) ?? ""} ${attributeOf("aria-label", link) ?? ""}`;
  const row = link.parent && "attribs" in link.parent ? link.parent : null;
  const ofRow = row && all("a", row).length === 1 ? textOf(row) : null;
  const words = row?.name === "dd" ? textOf(previousElement(row)) : ofRow;
  return WEBSITE.test(own) || (words !== null && words.length < 120 && WEBSITE.test(words));
}

const namesItself = (link: Element, url: URL) =>
  (textOf(link) ?? "").toLowerCase().includes(url.hostname.replace(/^www\./, ""));

const LOGO = /(?:\/(\d+)x\d+)?\/images\/logo\/\d+\/(\d+)_logo_/;

/** The company's own logo in the largest size shown; null if it has none. */
export function readLogo(page: Document, id: number, origin: string): string | null {
  const shown = all("img, meta[property='og:image'], h2", page).filter((element) => !isInFrame(element));
  const own = shown.flatMap((element) => logo(element, origin)).filter(({ owner }) => owner === id);
  return largestOf(own) ?? largestOf(anonymous(shown, origin));
}

/**
 * Logos of companies known from their advertisements have 0 in the file name. Logos of similar companies follow further
 * down, so only those before the first part of the page count.
 */
function anonymous(shown: Element[], origin: string): Logo[] {
  const parts = shown.findIndex(({ name }) => name === "h2");
  const head = parts < 0 ? shown : shown.slice(0, parts);
  return head.flatMap((element) => logo(element, origin)).filter(({ owner }) => owner === 0);
}

interface Logo {
  url: string;
  owner: number;
  size: number;
}

function logo(element: Element, origin: string): Logo[] {
  const url = absoluteUrl(attributeOf("src", element) ?? attributeOf("content", element), origin);
  const [found, width, owner] = (url && LOGO.exec(url)) || [];
  return url && found ? [{ url, owner: Number(owner), size: width ? Number(width) : Number.POSITIVE_INFINITY }] : [];
}
