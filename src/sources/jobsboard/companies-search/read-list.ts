import { Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { absoluteUrl } from "../../../contract/values.ts";
import { all, attributeOf, type Document, type Element, one, parseHtml, textOf } from "../../../source-kit/html.ts";
import type { ResultPage } from "../../../source-kit/pages-until.ts";
import { profileOf } from "../companies/identifier.ts";
import { CARD } from "../companies/job-refs.ts";
import { isInFrame, leavesOf } from "../companies/sections.ts";
import { companyRef } from "./record.ts";

type CompanyRefRecord = ReturnType<typeof companyRef>;

const COMPANY_LINK = 'a[href*="/company/"]';
const LIST_PATH = /\/companies\/(?:[?#]|$)/;
/** Lines of a card that are neither industry nor place. */
const OTHER_LINE = /\d|follow|\bjobs?\b|view|متابع|وظائف|وظيفة|عرض/i;

/** A page of the list of companies: cards, each with a link to a profile. */
export function readList(answer: Answer, origin: string): ResultPage<CompanyRefRecord> {
  const page = parseHtml(answer.text());
  if (one(CARD, page)) throw new Unreadable("a list of jobs, not of companies");
  const links = all(COMPANY_LINK, page).filter((link) => !isInFrame(link) && numberOf(link) !== null);
  if (!isList(page)) throw new Unreadable("not a list of companies");
  const records = new Map<number, CompanyRefRecord>();
  for (const link of links) {
    const record = refOf(link, origin);
    // The logo of a card may be a link as well, without a word in it.
    if (record.name !== null && !records.has(record.id)) records.set(record.id, record);
  }
  if (links.length > 0 && records.size === 0) throw new Unreadable("no company of the list has a name");
  const isLast = one("li.pagination-next a", page) === null;
  return { records: [...records.values()], ...(isLast && { lastPage: pageNumberIn(answer.url) }) };
}

const pageNumberIn = (url: string) => Number(new URL(url).searchParams.get("page") ?? 1);

/** By the address that the page gives itself, else by its cards: a profile too has links to other companies. */
function isList(page: Document): boolean {
  const url = attributeOf("href", one("link[rel=canonical]", page));
  if (url === null) return all(`div.card-content ${COMPANY_LINK}`, page).length > 1;
  return LIST_PATH.test(url);
}

const numberOf = (link: Element): number | null => {
  const href = attributeOf("href", link) ?? "";
  return URL.canParse(href, "http://x") ? (profileOf(new URL(href, "http://x").pathname)?.id ?? null) : null;
};

function refOf(link: Element, origin: string): CompanyRefRecord {
  const card = cardOf(link);
  const name = textOf(one("h1, h2, h3, h4, b, strong", link)) ?? textOf(link) ?? attributeOf("title", link);
  const marked = (field: string) => textOf(one(`[data-automation-id=${field}]`, card));
  const lines = leavesOf(card).filter((line) => line !== name && !OTHER_LINE.test(line));
  return companyRef({
    id: numberOf(link)!,
    name,
    url: absoluteUrl(attributeOf("href", link), origin),
    industry: marked("industry") ?? lines[0],
    location: marked("location") ?? lines[1],
  });
}

/** The widest element around the link that holds no other company. */
function cardOf(link: Element): Element {
  const own = numberOf(link);
  let card = link;
  for (let parent = link.parent; parent && "attribs" in parent; parent = parent.parent) {
    const isShared = all(COMPANY_LINK, parent).some((other) => ![own, null].includes(numberOf(other)));
    if (isShared || /^(?:ul|ol|section|main|body)$/.test(parent.name) || one("h1", parent)) break;
    card = parent;
  }
  return card;
}
