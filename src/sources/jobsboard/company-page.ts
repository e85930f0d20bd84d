import {
  all,
  attributeOf,
  childrenOf,
  type Document,
  type Element,
  nextElement,
  one,
  parseHtml,
  textOf,
} from "../../source-kit/html.ts";
import { htmlRecord, list, type Static, shared, text, whole } from "../../source-kit/record.ts";
import { type Answer, NoSuchThing, Page, Unreadable } from "../../source-kit/source.ts";
import { absoluteUrl } from "../../source-kit/values.ts";
import { type Identifier, parseProfile, profilePath } from "./address.ts";
import { type Details, readDetails, readFollowers } from "./details.ts";
import { CARD, JOB_LINK, JobRef, type JobRefRecord, readCards, readLinks } from "./job-refs.ts";
import { type CompanyLinks, collectLinks, linkBeside, readLogo, Social } from "./links.ts";
import { HEADINGS, isInFrame, sectionUnder } from "./sections.ts";

/** Values that several fields share. */
interface Profile {
  own: () => { id: number; url: string };
  origin: string;
  name: () => string | null;
  details: () => Details;
  links: () => CompanyLinks;
}

/** A company, as its page has it. */
export const Company = htmlRecord("JobsboardCompany", {
  id: whole((_, { own }: Profile) => own().id)
    .filled("always")
    .meaning("The site's ID of the company: the last number of its profile's URL."),
  url: text((_, { own }: Profile) => own().url)
    .filled("usually")
    .meaning("URL of the profile."),
  name: text((_, { name }: Profile) => name())
    .filled("usually")
    .meaning("Name of the company."),
  industry: text((_, { details }: Profile) => details().industry).meaning("Industry, in the requested language."),
  size: text((_, { details }: Profile) => details().size).meaning(
    "Number of employees as a range in words, such as `100-499 Employees`.",
  ),
  follower_count: whole(readFollowers).meaning("Followers on the job board; rounded if the site shows `12.5K`."),
  website: text((_, { links }: Profile) => links().website).meaning("URL of the company's own website."),
  location: text((_, { details }: Profile) => details().location).meaning("Country and city, as the site writes them."),
  image: text((page: Document, { own, origin }: Profile) => readLogo(page, own().id, origin)).meaning(
    "URL of the logo.",
  ),
  account_id: whole(accountOf).meaning("The site's ID of the employer's account, if the page shows one."),
  description: text(aboutText).meaning("About text."),
  socials: list(Social, (_, { links }: Profile) => links().socials).meaning("Linked social profiles."),
  recent_jobs: list(JobRef, (page: Document, { name, origin }: Profile) => jobsOf(page, name(), origin)).meaning(
    "Recently posted roles.",
  ),
});

export type CompanyRecord = Static<typeof Company>;

/** Reads a company's profile. `requested` fills in what the page does not state. */
export function readPage(answer: Answer, requested: Identifier, language: string, origin: string) {
  const html = parseHtml(answer.text());
  const kind = pageKind(html, answer);
  const own = { language: attributeOf("lang", one("html", html))?.slice(0, 2).toLowerCase() ?? null };
  if (kind.kind === "company") {
    const known = shared(() => {
      const { url, profile } = ownAddress(html);
      const given = () => origin + profilePath(requested, requested.form ?? "plain", language);
      return { id: profile?.id ?? requested.id, url: absoluteUrl(url, origin) ?? given() };
    });
    return {
      ...own,
      /** The company of the page's own address; null if it does not name one. */
      id: kind.profile?.id ?? null,
      page: Page.of([html], () => Company.read(html, profileIn(html, kind.heading, known, origin))),
    };
  }
  if (kind.kind === "listing") throw new Unreadable("a list of jobs, not a company's profile");
  if (kind.kind === "unknown") throw new Unreadable("not a company's profile");
  throw new NoSuchThing("The source has no such company.");
}

function profileIn(page: Document, heading: Element, own: Profile["own"], origin: string): Profile {
  const hosts = [new URL(origin).host, new URL(own().url).host];
  return {
    own,
    origin,
    name: () => (heading.name === "h4" && attributeOf("title", heading)) || textOf(heading),
    details: shared(() => readDetails(page, heading)),
    links: shared(() => {
      const links = collectLinks(page, hosts);
      return { ...links, website: links.website ?? linkBeside(heading, hosts) };
    }),
  };
}

/** A profile's own job links are marked; other pages have cards, or plain links under a heading. */
function jobsOf(page: Document, name: string | null, origin: string): JobRefRecord[] {
  const marked = all("a[data-js-aid=jobTitle]", page).filter((link) => !isInFrame(link));
  if (marked.length > 0) return readLinks(marked, name, origin);
  if (one(CARD, page)) return readCards(page, origin);
  return readLinks(all(JOB_LINK, sectionUnder(HEADINGS.jobs, page)), name, origin);
}

function aboutText(page: Document): string | null {
  const section = sectionUnder(HEADINGS.about, page);
  return texts(all("p", section)) ?? textOf(section) ?? paragraphsBesideHeading(page);
}

/** On the oldest page the text is beside the first `h3`, whatever that says. */
function paragraphsBesideHeading(page: Document): string | null {
  const heading = all("h3", page).find((element) => !isInFrame(element) && !one("a", element));
  if (!heading?.parent || HEADINGS.jobs.test(textOf(heading) ?? "")) return null;
  return texts(childrenOf(heading.parent, "p"));
}

const texts = (elements: Element[]): string | null =>
  elements
    .map(textOf)
    .filter((text) => text !== null)
    .join(" ") || null;

const ACCOUNT = /["']?account_?id["']?\s*[:=]\s*["']?(\d+)/i;
const PAIR = /filters(?:\[|%5B)gid_pid(?:\]|%5D)(?:\[\d*\]|%5B\d*%5D)=(\d+)-(\d+)/i;

/** The number of the employer's account: in a script or an attribute, otherwise in the link to all its jobs. */
function accountOf(page: Document): number | null {
  const attribute = attributeOf("data-account-id", one("[data-account-id]", page));
  const script = all("script", page)
    .map((element) => ACCOUNT.exec(textOf(element) ?? "")?.[1])
    .find(Boolean);
  const pair = all('a[href*="gid_pid"]', page)
    .map((link) => PAIR.exec(attributeOf("href", link) ?? ""))
    .find((match) => match !== null);
  const found = attribute ?? script ?? [pair?.[1], pair?.[2]].find((part) => part !== undefined && part !== "0");
  return found && /^\d+$/.test(found) ? Number(found) : null;
}

export type PageKind =
  | { kind: "company"; heading: Element; profile: (Identifier & { language: string }) | null; url: string | null }
  | { kind: "listing" | "front" | "missing" | "unknown" };

/** `/`, `/en/`, and a country's front page such as `/en/uae/`. */
const FRONT = /^\/(?:[a-z]{2}\/(?:[a-z-]+\/)?)?$/;
const MISSING = /not found|no longer available|doesn.t exist|\b404\b|غير موجود|لم يتم العثور/i;

/** Determines the kind of page by its own address, otherwise by its parts. */
export function pageKind(page: Document, answer: Answer): PageKind {
  if (answer.status === 404 || answer.status === 410) return { kind: "missing" };
  const { url, path, profile } = ownAddress(page);
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

/** The address that the page gives for itself, and the company that it names. */
function ownAddress(page: Document) {
  const url =
    attributeOf("href", one("link[rel=canonical]", page)) ??
    attributeOf("content", one("meta[property='og:url']", page));
  const path = url && URL.canParse(url, "http://x") ? new URL(url, "http://x").pathname : null;
  return { url, path, profile: path ? parseProfile(path) : null };
}

const MARKED_NAME = "[data-automation-id=companyName]";

/** The name: marked on an older page, whose `h1` may be something else; the page's heading on the others. */
const headingOf = (page: Document) => one(`h4${MARKED_NAME}`, page) ?? one("h1", page);

/** A page saved without its address is a profile if the name has the usual details beside it. */
function isProfileLike(heading: Element): boolean {
  const next = nextElement(heading);
  if (heading.name === "h4") return true;
  if (next?.name === "ul") return /\blist\b.*\bis-basic\b/.test(next.attribs.class ?? "");
  const paragraphs = heading.parent ? childrenOf(heading.parent, "p") : [];
  return next?.name === "p" && paragraphs.length >= 3;
}
