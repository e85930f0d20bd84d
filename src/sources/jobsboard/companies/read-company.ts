import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { absoluteUrl } from "../../../contract/values.ts";
import { detailsOf } from "./details.ts";
import { all, attributeOf, type Document, one, parseDocument, textOf } from "./dom.ts";
import { followersOf } from "./followers.ts";
import type { Identifier } from "./identifier.ts";
import { CARD, type JobRefRecord, readCards, readLinks } from "./job-refs.ts";
import { linksOf } from "./links.ts";
import { logoOf } from "./logo.ts";
import { kindOf } from "./page-kind.ts";
import { profilePath } from "./pages.ts";
import { company } from "./record.ts";
import { HEADINGS, sectionUnder } from "./sections.ts";

export type CompanyRecord = ReturnType<typeof company>;

export interface ReadPage {
  records: Array<CompanyRecord | JobRefRecord>;
  /** Of the page itself, where it says so. */
  language: string | null;
}

/** Reads a company's profile, or the cards of a job listing. `asked` fills in what the page does not say of itself. */
export function readPage(answer: Answer, asked: Identifier, language: string, origin: string): ReadPage {
  const page = parseDocument(answer.text());
  const kind = kindOf(page, answer);
  const own = { language: attributeOf("lang", one("html", page))?.slice(0, 2).toLowerCase() ?? null };
  if (kind.kind === "company") {
    const id = kind.profile?.id ?? asked.id;
    const url = absoluteUrl(kind.url, origin) ?? origin + profilePath(asked, asked.form ?? "plain", language);
    return { ...own, records: [companyOf(page, id, url, origin)] };
  }
  if (kind.kind === "listing") return { ...own, records: readCards(page, origin) };
  if (kind.kind === "unknown") throw new Unreadable("neither a company's profile nor a job listing");
  throw new NoSuchThing("The source has no such company.");
}

function companyOf(page: Document, id: number, url: string, origin: string): CompanyRecord {
  const heading = one("h1", page)!;
  const name = textOf(heading);
  const own = [new URL(origin).host, new URL(url).host];
  return company({
    id,
    url,
    name,
    ...detailsOf(page, heading),
    follower_count: followersOf(page),
    ...linksOf(page, own),
    image: logoOf(page, id, origin),
    account_id: accountOf(page),
    description: aboutText(page),
    recent_jobs: jobsOf(page, name, origin),
  });
}

function jobsOf(page: Document, name: string | null, origin: string): JobRefRecord[] {
  if (one(CARD, page)) return readCards(page, origin);
  return readLinks(sectionUnder(HEADINGS.jobs, page), name, origin);
}

function aboutText(page: Document): string | null {
  const section = sectionUnder(HEADINGS.about, page);
  const paragraphs = all("p", section)
    .map(textOf)
    .filter((text) => text !== null);
  return paragraphs.length > 0 ? paragraphs.join(" ") : textOf(section);
}

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
