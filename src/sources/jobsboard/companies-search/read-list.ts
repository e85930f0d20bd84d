import { Unreadable } from "../../../contract/errors.ts";
import { type NoRecord, Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { absoluteUrl } from "../../../contract/values.ts";
import { all, attributeOf, type Document, type Element, one, parseHtml, textOf } from "../../../source-kit/html.ts";
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
export function readList(answer: Answer, origin: string): Page<CompanyRefRecord> {
  const page = parseHtml(answer.text());
  if (one(CARD, page)) throw new Unreadable("a list of jobs, not of companies");
  const links = all(COMPANY_LINK, page).filter((link) => !isInFrame(link) && numberOf(link) !== null);
  if (!isList(page)) throw new Unreadable("not a list of companies");
  const isLast = one("li.pagination-next a", page) === null;
  return Page.of(
    [...Map.groupBy(links, numberOf).values(), ...cardsWithoutCompany(page)],
    (row) => (Array.isArray(row) ? companyOf(row, origin) : kindOfCard(row)),
    isLast ? { lastPage: pageNumberIn(answer.url) } : {},
  );
}

/** The logo of a card may be a link as well, without a word in it: a company is read from its first link with a name. */
const companyOf = (links: Element[], origin: string): CompanyRefRecord | NoRecord =>
  links.map((link) => refOf(link, origin)).find(({ name }) => name !== null) ?? "unreadable";

const cardsWithoutCompany = (page: Document): Element[] =>
  all("div.card-content", page).filter(
    (card) => !isInFrame(card) && all(COMPANY_LINK, card).every((link) => numberOf(link) === null),
  );

/** A card with a heading is a company whose link was not understood; one with other words is something else. */
const kindOfCard = (card: Element): NoRecord =>
  textOf(card) === null || one("h2, h3, h4", card) ? "unreadable" : "other-kind";

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
