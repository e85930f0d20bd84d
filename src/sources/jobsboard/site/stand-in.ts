import type { StandIn, StandInCall, StandInPage, StandInReply } from "../../../contract/stand-in.ts";
import { challenge, redirect } from "../../../source-kit/stand-in/replies.ts";
import { COMPANIES, companyAt, companyIndex, companyOfJob, profilePath } from "./catalogue.ts";
import { companyList, hasCompanies } from "./company-list.ts";
import { companyPage } from "./company-page.ts";
import { framed } from "./frame.ts";
import { listingPage } from "./listing-page.ts";
import type { Language } from "./words.ts";

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
