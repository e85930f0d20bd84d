import { cachedForADay } from "../../../contract/cache-terms.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perRequestWhenFound } from "../../../contract/price.ts";
import { cleanText } from "../../../contract/values.ts";
import { pagesUntil } from "../../../source-kit/pages-until.ts";
import { LOOKUP } from "../companies/lookup.ts";
import { countryPathOf, noSuchCountry } from "./countries.ts";
import { listPage, MOST_PAGES } from "./pages.ts";
import { readList } from "./read-list.ts";
import { CompanyRef } from "./record.ts";
import { CompaniesSearch } from "./request.ts";

export default defineOperation({
  path: LOOKUP,
  summary: "Companies by name",
  description:
    "Companies of a country whose name contains the words, each with the URL of its profile. Winnow searches the first 20 " +
    "pages of the site's company list. Not yet verified on the live site: the lists are known from public code; the " +
    "site's own name search, and where a card has industry and location, are inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: CompaniesSearch,
  record: CompanyRef,
  examples: [{ query: "Holding" }, { query: "الهندسية", language: "ar", country: "qatar", count: 5 }],
  unavailableWhen: "the source has no company list for the country",

  async *run({ query, country, language }, site) {
    const asked = { query: query.trim(), country: countryPathOf(country), language };
    if (asked.country === "") throw noSuchCountry(country);
    yield* pagesUntil(site, {
      request: (page) => listPage(asked, page),
      mostPages: MOST_PAGES,
      read(answer) {
        if (answer.status === 404) throw noSuchCountry(country);
        return readList(answer, site.origin);
      },
      keep: ({ name }) => hasWords(name, query),
    });
  },

  parse: (answer, { query }, { origin }) => readList(answer, origin).keeping(({ name }) => hasWords(name, query)),
});

function hasWords(name: string | null, query: string): boolean {
  const written = (name ?? "").toLowerCase();
  return (cleanText(query) ?? "")
    .toLowerCase()
    .split(/\s+/)
    .every((word) => written.includes(word));
}
