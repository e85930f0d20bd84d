import { cycled } from "../../../source-kit/stand-in/lists.ts";
import { toSlug } from "../../../source-kit/stand-in/markup.ts";
import { seeded } from "../../../source-kit/stand-in/seeded.ts";
import { businesses, families, industries, type Language, places, sizes, titles, trades } from "./words.ts";

export const COMPANIES = 3_000;
/** Numbers after the last company: removed from the site, which redirects their visitors to its front page. */
export const REMOVED = 100;

const FIRST_ID = 2_137_034;
const STEP = 41;
const FIRST_JOB = 5_000_000;
const JOBS_EACH = 10;

export const companyId = (index: number) => FIRST_ID + index * STEP;

/** The catalogue index of a number, or null; it may be past the last company. */
export function companyIndex(id: number): number | null {
  const index = (id - FIRST_ID) / STEP;
  return Number.isInteger(index) && index >= 0 && index < COMPANIES + REMOVED ? index : null;
}

export function companyAt(index: number) {
  const chance = seeded(`site ${index}`);
  const family = index === 0 ? cycled(families, 0) : chance.pick(families);
  // Every third company says in its name what it does.
  const business = index % 3 === 1 ? chance.pick(businesses) : null;
  const trade = business ?? cycled(trades, index === 0 ? 0 : chance.int(0, trades.length - 1));
  const name = { en: `${family.en} ${trade.en}`, ar: `شركة ${family.ar} ${trade.ar}` };
  const isGrouped = index % 10 === 9;
  const isBranded = !isGrouped && index % 4 === 0;
  const industry = business ? cycled(industries, business.industry) : chance.pick(industries);
  const size = chance.pick(sizes);
  const latin = toSlug(name.en);
  return {
    index,
    id: companyId(index),
    name,
    /** As in the address; Arabic ones are percent-encoded. */
    slug: index % 7 === 3 ? encodeURIComponent(name.ar.replaceAll(" ", "-")) : latin,
    /** Known only from its advertisements: its address has `-0-` before the number. */
    isGrouped,
    /** An employer's own page, with labels, social profiles and more; the others have a basic one. */
    isBranded,
    industry,
    place: chance.pick(places),
    size: chance.chance(0.9) ? size : null,
    // Ten times as many people follow a company of the next size.
    followers: chance.chance(0.8) ? chance.int(0, 4 * 10 ** (sizes.indexOf(size) + 2)) : null,
    website: chance.chance(0.7) ? `https://www.${latin}-${index}.example/` : null,
    socials: isBranded
      ? ["linkedin", "facebook", "x"]
          .slice(0, chance.int(1, 3))
          .map((network) => ({ network, url: `https://www.${network}.example/${latin}-${index}` }))
      : [],
    accountId: isBranded ? 900_000 + index : null,
    hasLogo: chance.chance(0.7),
    about: chance.chance(0.8)
      ? {
          en: `${name.en} works in ${industry.en.toLowerCase()} & more. Founded in ${chance.int(1950, 2020)}.`,
          ar: `تعمل ${name.ar} في مجال ${industry.ar}.`,
        }
      : null,
    jobs: Array.from({ length: chance.int(0, 8) }, (_, place) => ({
      id: String(FIRST_JOB + index * JOBS_EACH + place),
      title: chance.pick(titles),
      place: chance.pick(places),
      daysAgo: chance.int(1, 29),
    })),
  };
}

export function companyOfJob(id: string): Company | null {
  const index = Math.floor((Number(id) - FIRST_JOB) / JOBS_EACH);
  return index >= 0 && index < COMPANIES ? companyAt(index) : null;
}

export type Company = ReturnType<typeof companyAt>;
export type Job = Company["jobs"][number];

export const profilePath = ({ slug, isGrouped, id }: Company, language: Language) =>
  `/${language}/company/${slug}-${isGrouped ? "0-" : ""}${id}/`;

export const jobPath = ({ id, title, place }: Job, language: Language) =>
  `/${language}/${place.slug}/jobs/${toSlug(title.en)}-${id}/`;
