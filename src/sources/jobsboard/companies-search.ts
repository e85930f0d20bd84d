import {
  all,
  attributeOf,
  type Document,
  type Element,
  leavesOf,
  one,
  textOf,
  widestAround,
} from "../../source-kit/html.ts";
import { htmlPage, htmlRecord, type Static, shared, text, whole } from "../../source-kit/record.ts";
import { defineRequest, lookupCountField, oneOf, textField, timeoutField } from "../../source-kit/request.ts";
import {
  asking,
  cachedForADay,
  defineEcho,
  didYouMean,
  type NoRecord,
  NoSuchThing,
  operation,
  perRequestWhenFound,
  type SiteRequest,
  type Stated,
  Unreadable,
} from "../../source-kit/source.ts";
import { absoluteUrl, cleanText } from "../../source-kit/values.ts";
import { LOOKUP, languages, parseProfile } from "./address.ts";
import { CARD } from "./job-refs.ts";
import { isInFrame } from "./sections.ts";

/** The site's URL names for the countries with most of its lists; others are used as written. */
const COUNTRIES =
  "international algeria bahrain egypt india iraq jordan kuwait lebanon libya morocco oman pakistan qatar saudi-arabia syria tunisia turkiye uae uk usa yemen".split(
    " ",
  );

const OTHER_NAMES: Readonly<Record<string, string>> = {
  "united-arab-emirates": "uae",
  emirates: "uae",
  ksa: "saudi-arabia",
  turkey: "turkiye",
  "united-kingdom": "uk",
  "united-states": "usa",
};

export function countryPath(country: string): string {
  const written = country
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/^-|-$/g, "");
  return OTHER_NAMES[written] ?? written;
}

export const noSuchCountry = (country: string): NoSuchThing => {
  const known = COUNTRIES.map((value) => ({ value }));
  const none = `The source has no list of companies of "${country.slice(0, 80)}" (country).`;
  return new NoSuchThing(`${none} ${didYouMean(country, known, null)}`.trim());
};

/** The list that covers all countries. */
export const ALL_COUNTRIES = "international";

/** A list of all companies is long: the name is sent, in case the site searches for it, and no more pages are read. */
export const MAX_PAGES = 20;
/** Companies on a page: inferred, like the list itself. */
const PAGE_SIZE = 20;

/** A page names its own address, and marks its number among the links to the others. */
export const listEcho = defineEcho({
  query: "The site does not repeat it: Winnow keeps only companies with these words in their names.",
  country: {
    says: "country",
    same: (stated: string, asked: string) => stated === countryPath(asked),
    sometimes: "No list of companies was seen; other lists of the site state it.",
  },
  language: {
    says: "language",
    same: (stated: string, asked: string) => stated === asked,
    sometimes: "No list of companies was seen; other lists of the site state it.",
  },
  page: { says: "page number", sometimes: "No list of companies was seen; other lists of the site state it." },
});

export function listPage(requested: { country: string; language: string; query: string }, page: number): SiteRequest {
  const query = new URLSearchParams({ keyword: requested.query.trim() });
  if (page > 1) query.set("page", String(page));
  const country = countryPath(requested.country);
  if (country === "") throw noSuchCountry(requested.country);
  const { country: asked, language } = requested;
  return {
    path: `/${language}/${country}/companies/?${query}`,
    asks: asking(listEcho, { country: asked, language }),
    page,
  };
}

const CompanyRef = htmlRecord("JobsboardCompanyRef", {
  id: whole().filled("always").meaning("The site's ID of the company."),
  name: text().filled("usually").meaning("Name of the company."),
  url: text().filled("usually").meaning("URL of the profile: a value for `company` of the profile operation."),
  industry: text().meaning("Industry, as the card shows it."),
  location: text().meaning("Country or city, as the card shows it."),
});

type CompanyRefRecord = Static<typeof CompanyRef>;

const COMPANY_LINK = 'a[href*="/company/"]';
const LIST_PATH = /\/companies\/(?:[?#]|$)/;
/** Lines of a card that are neither industry nor place. */
const OTHER_LINE = /\d|follow|\bjobs?\b|view|متابع|وظائف|وظيفة|عرض/i;

/** A page of the list of companies: cards, each with a link to a profile. */
export const readList = htmlPage(
  { read: companyOf },
  {
    rows: rowsIn,
    empty: isList,
    number: "li.pagination-current",
    next: "li.pagination-next a@href",
    lastPage: (_, { number, next, url }) => (next === null ? (number ?? pageNumberIn(url)) : null),
    echo: addressIn,
  },
);

/** The links to each company, and the cards without one. */
function rowsIn(page: Document): Array<Element | Element[]> {
  if (one(CARD, page)) throw new Unreadable("a list of jobs, not of companies");
  if (!isList(page)) throw new Unreadable("not a list of companies");
  const links = all(COMPANY_LINK, page).filter((link) => !isInFrame(link) && numberOf(link) !== null);
  return [...Map.groupBy(links, numberOf).values(), ...cardsWithoutCompany(page)];
}

/** The language and country of the page's own address. */
function addressIn(page: Document): Stated<typeof listEcho> {
  const href = attributeOf("href", one("link[rel=canonical]", page));
  const path = href !== null && URL.canParse(href, "http://x") ? new URL(href, "http://x").pathname : "";
  const [, language, country] = /^\/([a-z]{2})\/([^/]+)\/companies\/$/.exec(path) ?? [];
  return { language, country };
}

/** The logo of a card may be a link too, without text: a company is read from its first link with a name. */
function companyOf(row: Element | Element[], { origin }: { origin: string }): CompanyRefRecord | NoRecord {
  if (!Array.isArray(row)) return kindOfCard(row);
  return row.map((link) => ref(link, origin)).find(({ name }) => name !== null) ?? "unreadable";
}

const cardsWithoutCompany = (page: Document): Element[] =>
  all("div.card-content", page).filter(
    (card) => !isInFrame(card) && all(COMPANY_LINK, card).every((link) => numberOf(link) === null),
  );

/** A card with a heading is a company whose link was not understood; one with other text is something else. */
const kindOfCard = (card: Element): NoRecord =>
  textOf(card) === null || one("h2, h3, h4", card) ? "unreadable" : "other-kind";

const pageNumberIn = (url: string) => Number(new URL(url).searchParams.get("page") ?? 1);

/** Decides by the page's own address, otherwise by its cards: a profile also links to other companies. */
function isList(page: Document): boolean {
  const url = attributeOf("href", one("link[rel=canonical]", page));
  if (url === null) return all(`div.card-content ${COMPANY_LINK}`, page).length > 1;
  return LIST_PATH.test(url);
}

const numberOf = (link: Element): number | null => {
  const href = attributeOf("href", link) ?? "";
  return URL.canParse(href, "http://x") ? (parseProfile(new URL(href, "http://x").pathname)?.id ?? null) : null;
};

function ref(link: Element, origin: string): CompanyRefRecord {
  const card = cardOf(link);
  const name = () => textOf(one("h1, h2, h3, h4, b, strong", link)) ?? textOf(link) ?? attributeOf("title", link);
  const marked = (field: string) => textOf(one(`[data-automation-id=${field}]`, card));
  const lines = shared(() => {
    const own = name();
    return leavesOf(card).filter((line) => line !== own && !OTHER_LINE.test(line));
  });
  return CompanyRef.make({
    id: () => numberOf(link)!,
    name,
    url: () => absoluteUrl(attributeOf("href", link), origin),
    industry: () => marked("industry") ?? lines()[0],
    location: () => marked("location") ?? lines()[1],
  });
}

/** The card of a link: the widest ancestor without another company. */
function cardOf(link: Element): Element {
  const own = numberOf(link);
  return widestAround(link, (around) => {
    const isShared = all(COMPANY_LINK, around).some((other) => ![own, null].includes(numberOf(other)));
    return isShared || /^(?:ul|ol|section|main|body)$/.test(around.name) || one("h1", around) !== null;
  });
}

export default operation({
  path: LOOKUP,
  summary: "Companies by name",
  description:
    "Companies of a country whose name contains the words, each with the URL of its profile. Winnow searches the first 20 " +
    "pages of the site's company list. Not yet verified on the live site: the lists are known from public code; the " +
    "site's own name search, and where a card has industry and location, are inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: defineRequest("JobsboardCompaniesSearch", {
    query: textField({ description: "Words in the company's name.", minLength: 1, examples: ["Holding"] }),
    country: textField({
      description: "Country whose company list is searched: its name, or the site's form of it (`saudi-arabia`).",
      default: ALL_COUNTRIES,
      minLength: 1,
    }),
    language: oneOf(languages, { description: "Language of the list.", default: "en" }),
    count: lookupCountField(),
    timeout: timeoutField,
  }),
  record: CompanyRef,
  echo: listEcho,
  pageSize: PAGE_SIZE,
  examples: [{ query: "Holding" }, { query: "الهندسية", language: "ar", country: "qatar", count: 5 }],
  unavailableWhen: "the source has no company list for the country",

  maxPages: MAX_PAGES,
  pageNumber: listPage,
  read(answer, request, context) {
    if (answer.status === 404) throw noSuchCountry(request.country);
    return readList(answer, request, context);
  },
  keep: ({ name }, { query }) => hasWords(name, query),
});

function hasWords(name: string | null, query: string): boolean | null {
  if (name === null) return null;
  const written = name.toLowerCase();
  return (cleanText(query) ?? "")
    .toLowerCase()
    .split(/\s+/)
    .every((word) => written.includes(word));
}
