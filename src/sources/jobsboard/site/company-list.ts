import type { StandInReply } from "../../../contract/stand-in.ts";
import { hasWords, paged, recent } from "../../../source-kit/stand-in/lists.ts";
import { COMPANIES, type Company, companyAt, profilePath } from "./catalogue.ts";
import { framed, MEDIA, text } from "./frame.ts";
import { type Language, places } from "./words.ts";

const PER_PAGE = 20;
const found = recent<Company[]>(20);

/** Whether the site has a list of the country's companies. */
export const hasCompanies = (country: string): boolean =>
  country === "international" || places.some(({ slug }) => slug === country);

/** A page of the companies of a country, or of all, whose name contains the words; null past the end. */
export function companyList(url: URL, language: Language, country: string): StandInReply | null {
  const keyword = url.searchParams.get("keyword") ?? "";
  const companies = found(`${country} ${keyword}`, () =>
    Array.from({ length: COMPANIES }, (_, index) => companyAt(index)).filter(
      ({ name, place }) =>
        (country === "international" || place.slug === country) && hasWords(`${name.en} ${name.ar}`, keyword),
    ),
  );
  const shown = paged(companies, url.searchParams.get("page"), PER_PAGE);
  if (!shown) return null;
  const link = (page: number) => `<a class="jsAjaxLoad" href="${url.pathname}?page=${page}">${page}</a>`;
  const current = `<li class="page pagination-current">${link(shown.page)}</li>`;
  const more =
    shown.page < shown.lastPage
      ? `<li class="pagination-last-d">${link(shown.lastPage)}</li><li class="pagination-next">${link(shown.page + 1)}</li>`
      : "";
  return framed({
    language,
    title: "Companies",
    canonical: url.origin + url.pathname,
    main: `<h1>Companies</h1><div class="row">${shown.items.map((company) => card(company, language)).join("\n")}</div>
<ul id="pagination" class="pagination">${current}${more}</ul>`,
  });
}

const card = (
  company: Company,
  language: Language,
): string => `<div class="col is-4-d"><div class="card"><div class="card-content">
<a href="${profilePath(company, language)}"><img src="${MEDIA}/assets/images/no-logo.svg" alt=""></a>
<h3><a href="${profilePath(company, language)}">${text(company.name[language])}</a></h3>
<p>${text(company.industry[language])}</p><p class="t-mute">${text(company.place.country[language])}</p>
<a href="/${language}/international/jobs/">${company.jobs.length} jobs</a></div></div></div>`;
