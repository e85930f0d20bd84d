import type { StandInReply } from "../../../contract/stand-in.ts";
import { COMPANIES, type Company, companyAt, companyIndex, type Job, jobPath, profilePath } from "./catalogue.ts";
import { framed, text } from "./frame.ts";
import type { Language } from "./words.ts";

const PER_PAGE = 30;

interface Row {
  company: Company;
  job: Job;
}

/** A page of jobs: all that contain the keyword, or those of one company. */
export function listingPage(url: URL, language: Language): StandInReply {
  const keyword = /\/jobs\/(.*?)-?jobs\/$/.exec(url.pathname)?.[1]?.replaceAll("-", " ") ?? "";
  const pair = url.searchParams.get("filters[gid_pid][]");
  const rows = pair ? rowsOfPair(pair) : rowsAbout(keyword);
  const page = Number(url.searchParams.get("page") ?? "1");
  const shown = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return framed({
    language,
    title: `${keyword} jobs`,
    canonical: url.origin + url.pathname,
    main: `<h1 class="h3 m5b" data-automation-id="heading1">${text(keyword)} jobs</h1>
<div data-automation-id='XJobsFound'>${rows.length} jobs found</div>
<ul class="media-list">${shown.map((row) => card(row, language)).join("\n")}</ul>`,
  });
}

const rowsOf = (company: Company): Row[] => company.jobs.map((job) => ({ company, job }));

function rowsOfPair(pair: string): Row[] {
  const index = companyIndex(Number(pair.split("-").find((part) => part !== "0")));
  return index === null || index >= COMPANIES ? [] : rowsOf(companyAt(index));
}

const rowsAbout = (keyword: string): Row[] =>
  Array.from({ length: COMPANIES }, (_, index) => index)
    .flatMap((index) => rowsOf(companyAt(index)))
    .filter(({ job }) => job.title.en.toLowerCase().includes(keyword));

function card({ company, job }: Row, language: Language): string {
  const { city, country } = job.place;
  // A confidential company has no link, as on most of the site's own cards.
  const who =
    company.index % 3 === 0
      ? "<b>Confidential Company</b>"
      : `<a class="t-default t-bold" href="${profilePath(company, language)}">${text(company.name[language])}</a>`;
  return `<li data-js-job class="has-pointer-d" data-job-id="${job.id}"><h2 class="m0">
<a data-js-aid="jobID" data-js-link href="${jobPath(job, language)}" title="${text(job.title[language])}">${text(job.title[language])}</a></h2>
<div class="job-company-location-wrapper"><div>${who}</div>
<div class="t-mute"><a class="t-mute" href="#"><span>${city[language]}</span></a>, <a class="t-mute" href="#"><span>${country[language]}</span></a></div></div>
<div class="jb-date"><span data-automation-id="job-active-date">${job.daysAgo} days ago</span></div></li>`;
}
