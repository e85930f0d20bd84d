import { escapeHtml, scriptJson } from "../../../source-kit/stand-in/markup.ts";
import { filterItems, renderCard } from "./card.ts";
import type { Property } from "./catalogue.ts";
import { matching } from "./search.ts";
import { searchInput, searchOutput } from "./search-output.ts";
import type { Understood } from "./understood.ts";

const script = (attributes: string, value: unknown) =>
  `<script ${attributes} type="application/json">${scriptJson(value)}</script>`;

const frame = (language: string, body: string) =>
  `<!DOCTYPE html><html lang="${language}" dir="ltr"><head><meta charset="utf-8"><title>Search results.</title></head>` +
  `<body id="b2searchresultsPage">${body}</body></html>`;

interface About {
  language: string;
  currency: string;
}

const context = ({ language, currency }: About) =>
  script('data-capla-application-context="data-capla-application-context"', {
    language,
    currency,
    actionName: "searchresults_irene",
  });

const storeScript = (rootQuery: object) =>
  script('data-capla-namespace="b-search-web-searchresults" data-capla-store-data="apollo"', {
    ROOT_QUERY: { __typename: "Query", ...rootQuery },
    ...Object.fromEntries([0, 1, 2, 3, 4].map((id) => [`PhotoTag:${id}`, { __typename: "PhotoTag", id }])),
  });

/** A search page: visible cards, and the store that they were made from. */
export function searchPage(search: Understood, query: URLSearchParams): string {
  const found = matching(search);
  const key = `search(${JSON.stringify({ input: searchInput(search, query) })})`;
  const store = storeScript({ searchQueries: { __typename: "SearchQueries", [key]: searchOutput(search, found) } });
  return frame(search.language, `${context(search)}${cards(search, found)}${store}`);
}

/** The same page as a browser renders it, without its scripts. */
export const renderedPage = (search: Understood): string =>
  frame(search.language, filterItems(search) + cards(search, matching(search)));

function cards(search: Understood, found: Property[]): string {
  const page = found.slice(search.offset, search.offset + search.rows);
  const heading = `${search.cities[0].name}: ${found.length} properties found`;
  return (
    `<input name="ss" placeholder="Where are you going?" value="${escapeHtml(search.ss)}">` +
    `<h1 aria-label="Search results updated. ${heading}.">${heading}</h1>` +
    `<button data-testid="sorters-dropdown-trigger" data-selected-sorter="${search.order}"></button>` +
    page.map((property) => renderCard(property, search)).join("")
  );
}

/** The search page without a search. */
export const shellPage = (about: About): string =>
  frame(about.language, context(about) + storeScript({ productShell: null }));

/** The page about a city, where the site redirects a search that it cannot resolve. */
export const landingPage = (name: string): string =>
  `<!DOCTYPE html><html lang="en-us"><head><title>Hotels in ${name}</title></head><body id="b2cityPage"><h1>${name}</h1></body></html>`;

/** The site's wall: status 202, a small page that requires a script to run. */
export const challengePage = (): string =>
  `<!DOCTYPE html><html lang="en"><head><title></title><script>window.awsWafCookieDomainList = ['stays.example'];</script>` +
  `<script src="/__challenge_x/challenge.js"></script></head><body><div id="challenge-container"></div>` +
  `<script>AwsWafIntegration.getToken().then(() => { window.location.reload(true); });</script></body></html>`;
