import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { absoluteUrl } from "../../../contract/values.ts";
import { all, attributeOf, type Document, type Element, one, parseHtml, textOf } from "../../../source-kit/html.ts";
import { detailsOf } from "./details.ts";
import { followersOf } from "./followers.ts";
import type { Identifier } from "./identifier.ts";
import { CARD, JOB_LINK, type JobRefRecord, readCards, readLinks } from "./job-refs.ts";
import { linkBeside, linksOf } from "./links.ts";
import { logoOf } from "./logo.ts";
import { kindOf } from "./page-kind.ts";
import { profilePath } from "./pages.ts";
import { company } from "./record.ts";
import { childrenOf, HEADINGS, isInFrame, sectionUnder } from "./sections.ts";

export type CompanyRecord = ReturnType<typeof company>;

export interface ReadPage {
  page: Page<CompanyRecord>;
  /** Of the page itself, where it says so. */
  language: string | null;
}

/** Reads a company's profile. `asked` fills in what the page does not say of itself. */
export function readPage(answer: Answer, asked: Identifier, language: string, origin: string): ReadPage {
  const html = parseHtml(answer.text());
  const kind = kindOf(html, answer);
  const own = { language: attributeOf("lang", one("html", html))?.slice(0, 2).toLowerCase() ?? null };
  if (kind.kind === "company") {
    const id = kind.profile?.id ?? asked.id;
    const url = absoluteUrl(kind.url, origin) ?? origin + profilePath(asked, asked.form ?? "plain", language);
    return { ...own, page: Page.of([html], () => companyOf(html, kind.heading, id, url, origin)) };
  }
  if (kind.kind === "listing") throw new Unreadable("a list of jobs, not a company's profile");
  if (kind.kind === "unknown") throw new Unreadable("not a company's profile");
  throw new NoSuchThing("The source has no such company.");
}

function companyOf(page: Document, heading: Element, id: number, url: string, origin: string): CompanyRecord {
  const name = (heading.name === "h4" && attributeOf("title", heading)) || textOf(heading);
  const own = [new URL(origin).host, new URL(url).host];
  const { website, socials } = linksOf(page, own);
  return company({
    id,
    url,
    name,
    ...detailsOf(page, heading),
    follower_count: followersOf(page),
    website: website ?? linkBeside(heading, own),
    socials,
    image: logoOf(page, id, origin),
    account_id: accountOf(page),
    description: aboutText(page),
    recent_jobs: jobsOf(page, name, origin),
  });
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
  return textsOf(all("p", section)) ?? textOf(section) ?? paragraphsBesideHeading(page);
}

/** On the oldest page the text stands beside the first `h3`, whatever that says. */
function paragraphsBesideHeading(page: Document): string | null {
  const heading = all("h3", page).find((element) => !isInFrame(element) && !one("a", element));
  if (!heading?.parent || HEADINGS.jobs.test(textOf(heading) ?? "")) return null;
  return textsOf(childrenOf(heading.parent, "p"));
}

const textsOf = (elements: Element[]): string | null =>
  elements
    .map(textOf)
    .filter((text) => text !== null)
    .join(" ") || null;

const ACCOUNT = /["']?account_?id["']?\s*[:=]\s*["']?(\d+)/i;
const PAIR = /filters(?:\[|%5B)gid_pid(?:\]|%5D)(?:\[\d*\]|%5B\d*%5D)=(\d+)-(\d+)/i;

/** The number of the employer's account: named in a script or an attribute, else in the link to all its jobs. */
function accountOf(page: Document): number | null {
  const attribute = attributeOf("data-account-id", one("[data-account-id]", page));
  const script = all("script", page)
    .map((element) => ACCOUNT.exec(textOf(element) ?? "")?.[1])
    .find(Boolean);
  const pair = all('a[href*="gid_pid"]', page)
    .map(({ attribs }) => PAIR.exec(attribs.href ?? ""))
    .find((match) => match !== null);
  const found = attribute ?? script ?? [pair?.[1], pair?.[2]].find((part) => part !== undefined && part !== "0");
  return found && /^\d+$/.test(found) ? Number(found) : null;
}
