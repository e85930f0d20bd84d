import {
  type AnyNode,
  all,
  attributeOf,
  type Element,
  leavesOf,
  one,
  textOf,
  widestAround,
} from "../../source-kit/html.ts";
import { htmlRecord, type Static, text } from "../../source-kit/record.ts";
import { absoluteUrl } from "../../source-kit/values.ts";

export const JobRef = htmlRecord("JobsboardJobRef", {
  id: text().meaning("The site's ID of the job."),
  title: text().meaning("Job title."),
  location: text().meaning("City and country, as the site writes them."),
  url: text().meaning("URL of the job."),
});

export type JobRefRecord = Static<typeof JobRef>;

export const CARD = "li[data-js-job]";
const JOB_PATH = /\/jobs\/(?:[^/?#]*-)?(\d+)\/?(?:[?#]|$)/;
/** A page shows its recent jobs, not all; a longer list is something else. */
const MAX_LINKS = 100;
const NOT_A_PLACE = /\bago\b|منذ|^قبل|\b(?:yesterday|today)\b|^(?:أمس|اليوم)$|easy apply|تقديم سهل|confidential/i;

/** The cards of a listing. */
export const readCards = (within: AnyNode, origin: string): JobRefRecord[] =>
  all(CARD, within).flatMap((card) => {
    const link = one("a[data-js-aid=jobID]", card) ?? one('h2 a[href*="/jobs/"]', card);
    const url = () => absoluteUrl(attributeOf("href", link), origin);
    const id = () => attributeOf("data-job-id", card) ?? idIn(url());
    const title = () => textOf(link) ?? attributeOf("title", link);
    // An advertisement slot is a card without a job.
    if (id() === null && title() === null) return [];
    return [JobRef.make({ id, title, location: () => locationOf(card), url })];
  });

/** Beside the company's name; older cards have no box around the two. */
function locationOf(card: Element): string | null {
  const beside = textOf(one(".job-company-location-wrapper .t-mute", card));
  if (beside !== null) return beside;
  return all(".t-mute:not(.jb-date, .jb-date *)", card).map(textOf).find(isPlace) ?? null;
}

export const JOB_LINK = 'a[href*="/jobs/"]';

/** Plain links to jobs, each with its place nearby: the form of the jobs on a company's page. */
export function readLinks(links: Element[], company: string | null, origin: string): JobRefRecord[] {
  const jobs = new Map<string, JobRefRecord>();
  for (const link of links) {
    const url = () => absoluteUrl(attributeOf("href", link), origin);
    const id = idIn(url());
    if (id === null || jobs.has(id)) continue;
    if (jobs.size === MAX_LINKS) break;
    const title = () =>
      textOf(one("h1,h2,h3,h4,b,strong", link)) ?? attributeOf("title", link) ?? leavesOf(link)[0] ?? null;
    const location = () => placeNear(link, [title(), company]);
    jobs.set(id, JobRef.make({ id: () => idIn(url()), title, location, url }));
  }
  return [...jobs.values()];
}

const idIn = (url: string | null) => (url && JOB_PATH.exec(url)?.[1]) || null;

function placeNear(link: Element, known: Array<string | null>): string | null {
  const around = enclosing(link);
  const isOther = (text: string | null): text is string => isPlace(text) && !known.includes(text);
  return all(".t-mute", around).map(textOf).find(isOther) ?? leavesOf(around).find(isOther) ?? null;
}

const isPlace = (text: string | null): text is string =>
  text !== null && !NOT_A_PLACE.test(text) && /\p{L}/u.test(text);

/** The list item or card of one job, which contains no other job. */
const enclosing = (link: Element): Element =>
  widestAround(link, (around, within) => {
    const ids = new Set(all(JOB_LINK, around).map(({ attribs }) => JOB_PATH.exec(attribs.href ?? "")?.[1]));
    ids.delete(undefined);
    if (ids.size > 1 || /^(?:ul|ol|section|main|body)$/.test(around.name)) return true;
    // An element with another heading besides the job's is a part of the page.
    return all("h1, h2", around).length > all("h1, h2", within).length;
  });
