import type { StandIn, StandInCall, StandInPage, StandInReply } from "../../../contract/stand-in.ts";
import { hasWords, paged, recent } from "../../../source-kit/stand-in/lists.ts";
import { challenge, redirect } from "../../../source-kit/stand-in/replies.ts";
import { COMPANIES, type Company, companyAt, companyIndex, companyOfJob, profilePath } from "./catalogue.ts";
import { companyPage } from "./company-page.ts";
import { framed, MEDIA, text } from "./frame.ts";
import { listingPage } from "./listing-page.ts";
import { type Language, places } from "./words.ts";

export const standIn: StandIn = { answer, challenge, page };

/** A job; its company's page is what the site sends. */
function page({ pathname }: URL): StandInPage | null {
  const [, id] = /\/jobs\/[^/]+-(\d+)\/$/.exec(pathname) ?? [];
  const company = id === undefined ? null : companyOfJob(id);
  const job = company?.jobs.find((one) => one.id === id);
  if (!company || !job) return null;
  const { city, country } = job.place;
  const facts = { Company: company.name.en, Place: `${city.en}, ${country.en}`, Published: `${job.daysAgo} days ago` };
  return { title: job.title.en, facts };
}

const PROFILE = /^\/(?:en|ar)\/company\/.*?-(0-)?(\d+)\/?$/;

function answer({ url, headers }: StandInCall): StandInReply {
  if (!headers["user-agent"]) return challenge();
  const language: Language = url.pathname.startsWith("/ar/") ? "ar" : "en";
  const [, grouped, id] = PROFILE.exec(url.pathname) ?? [];
  if (id) return profile(url, language, grouped !== undefined, Number(id));
  if (/^\/(?:en|ar)\/[a-z-]+\/jobs\/(?:[a-z-]*jobs\/)?$/.test(url.pathname)) return listingPage(url, language);
  const [, country] = /^\/(?:en|ar)\/([a-z-]+)\/companies\/$/.exec(url.pathname) ?? [];
  if (country && hasCompanies(country)) return companyList(url, language, country) ?? notFound(url);
  return /^\/(?:(?:en|ar)\/)?$/.test(url.pathname) ? frontPage(url, language) : notFound(url);
}

/** The site uses the number, and redirects a visitor with another slug to the right one. */
function profile(url: URL, language: Language, grouped: boolean, id: number): StandInReply {
  const index = companyIndex(id);
  if (index === null) return notFound(url);
  if (index >= COMPANIES) return redirect(`/${language}/`);
  const company = companyAt(index);
  if (company.isGrouped !== grouped) return notFound(url);
  const path = profilePath(company, language);
  return url.pathname === path ? companyPage(company, language, url.origin) : redirect(path);
}

const frontPage = (url: URL, language: Language) =>
  framed({
    language,
    title: "Jobs in the Middle East",
    canonical: `${url.origin}/${language}/`,
    main: "<h1>Find jobs</h1><h2>About</h2>",
  });

const notFound = (url: URL) =>
  framed({
    language: "en",
    title: "Page not found",
    canonical: url.href,
    main: "<h1>Sorry, this page was not found</h1>",
    status: 404,
  });

const PER_PAGE = 20;
const found = recent<Company[]>(20);

/** Whether the site has a list of the country's companies. */
const hasCompanies = (country: string): boolean =>
  country === "international" || places.some(({ slug }) => slug === country);

/** A page of the companies of a country, or of all, whose name contains the words; null past the end. */
function companyList(url: URL, language: Language, country: string): StandInReply | null {
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
