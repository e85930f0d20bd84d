import type { StandInReply } from "../../../contract/stand-in.ts";
import { type Company, companyAt, jobPath, profilePath } from "./catalogue.ts";
import { framed, MEDIA, text } from "./frame.ts";
import type { Language, Word } from "./words.ts";

const LABELS = {
  industry: { en: "Industry", ar: "القطاع" },
  size: { en: "Company Size", ar: "حجم الشركة" },
  location: { en: "Location", ar: "المقر" },
  website: { en: "Website", ar: "الموقع الإلكتروني" },
  employees: { en: "Employees", ar: "موظف" },
  followers: { en: "Followers", ar: "متابع" },
  follow: { en: "Follow", ar: "متابعة" },
  about: { en: "About", ar: "نبذة عن الشركة" },
  jobs: { en: "Jobs", ar: "الوظائف" },
  more: { en: "View more", ar: "عرض المزيد" },
  easy: { en: "Easy Apply", ar: "تقديم سهل" },
  similar: { en: "Similar Companies", ar: "شركات مشابهة" },
} satisfies Record<string, Word>;

export function companyPage(company: Company, language: Language, origin: string): StandInReply {
  const say = (label: keyof typeof LABELS) => LABELS[label][language];
  const name = company.name[language];
  const head = company.isBranded ? brandedHead(company, language, say) : basicHead(company, language, say);
  return framed({
    language,
    title: name,
    canonical: origin + profilePath(company, language),
    main: `<section class="box is-wide">${head}</section>
${about(company, language, say)}
${jobs(company, language, say)}
${similar(company, language, say)}`,
  });
}

type Say = (label: keyof typeof LABELS) => string;

const place = ({ place: { country, city } }: Company, language: Language) => `${country[language]} - ${city[language]}`;

const logo = ({ id, isGrouped, hasLogo }: Company, size: string) => {
  const owner = isGrouped ? 0 : id;
  const file = `${String(owner).slice(-2).padStart(2, "0")}/${owner}_logo_20250101_n.png`;
  return hasLogo ? `${MEDIA}/${size}/images/logo/${file}` : `${MEDIA}/assets/images/no-logo.svg`;
};

const followers = (company: Company, language: Language, say: Say) => {
  if (company.followers === null) return "";
  const number = company.followers.toLocaleString(language === "ar" && company.index % 2 ? "ar-EG" : "en-US");
  return `<span class="t-mute">${number} ${say("followers")}</span>`;
};

const website = ({ website: url }: Company, say: Say) =>
  url ? `<a rel="nofollow" target="_blank" href="${url}">${say("website")}</a>` : "";

function basicHead(company: Company, language: Language, say: Say): string {
  const lines = [
    company.industry[language],
    place(company, language),
    company.size && `${company.size} ${say("employees")}`,
  ];
  return `<img src="${logo(company, "150x150")}" alt="logo">
<h1 class="h3">${text(company.name[language])}</h1>
<ul class="list is-basic t-small">${lines
    .filter((line) => line !== null)
    .map((line) => `<li>${text(line)}</li>`)
    .join("\n")}</ul>
<div><a class="btn" href="#">${say("follow")}</a> ${followers(company, language, say)} ${website(company, say)}</div>`;
}

/** Labelled details, two sizes of the logo, the company's social profiles, and its account in a script. */
function brandedHead(company: Company, language: Language, say: Say): string {
  const rows = [
    [say("industry"), text(company.industry[language])],
    [say("location"), text(place(company, language))],
    ...(company.size ? [[say("size"), `${company.size} ${say("employees")}`]] : []),
    ...(company.website ? [[say("website"), `<a href="${company.website}">${company.website}</a>`]] : []),
  ];
  return `<div class="row"><img src="${logo(company, "70x70")}" alt=""><img src="${logo(company, "300x300")}" alt="">
<div class="col"><h1>${text(company.name[language])}</h1></div>
<div>${followers(company, language, say)}<button>${say("follow")}</button></div></div>
<dl class="dlist">${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join("\n")}</dl>
<ul class="list is-basic is-tabular">${company.socials
    .map(({ network, url }) => `<li><a class="icon is-${network}" aria-label="${network}" href="${url}"></a></li>`)
    .join("")}</ul>
<script>window.employer = {"account_id": ${company.accountId}, "lang": "${language}"};</script>`;
}

const about = (company: Company, language: Language, say: Say) =>
  company.about
    ? `<section class="card"><div class="card-head"><h2>${say("about")}</h2></div>
<div class="card-content"><p>${text(company.about[language])}</p></div></section>`
    : "";

function jobs(company: Company, language: Language, say: Say): string {
  if (company.jobs.length === 0) return "";
  const pair = company.isGrouped ? `0-${company.id}` : `${company.id}-0`;
  const rows = company.jobs.map((job) => {
    const where = `${job.place.city[language]}, ${job.place.country[language]}`;
    const when = language === "ar" ? `منذ ${job.daysAgo} يوم` : `${job.daysAgo} days ago`;
    return `<li><a href="${jobPath(job, language)}"><h3>${text(job.title[language])}</h3></a>
<div>${text(company.name[language])}</div><div class="t-mute">${where}</div><span class="t-mute">${when}</span>
<a href="/${language}/register-j/?jb_id=${job.id}">${say("easy")}</a></li>`;
  });
  return `<section class="card"><h2>${say("jobs")}</h2><ul class="media-list">${rows.join("\n")}</ul>
<a href="/${language}/international/jobs/company-jobs/?filters[gid_pid][]=${pair}">${say("more")}</a></section>`;
}

/** Names, logos and jobs of others, which are not this company's. */
function similar(company: Company, language: Language, say: Say): string {
  const other = companyAt(company.index + 1);
  return `<section class="card"><h2>${say("similar")}</h2><ul><li><img src="${logo(other, "500x500")}" alt="">
<a href="${profilePath(other, language)}">${text(other.name[language])}</a></li></ul></section>`;
}
