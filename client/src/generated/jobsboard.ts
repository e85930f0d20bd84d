// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { Operation } from "../operation.ts";

/** Job board. */
export interface Jobsboard {
  /**
   * Company profile by ID or URL: 5 credits per request. 412 when the ID is well formed but no such company exists.
   *
   * Company profile of a job board by company ID or profile URL, in English or Arabic: industry, size, followers, website, location, logo, About text, social profiles and recent jobs.
   */
  companies: Operation<JobsboardCompanies, JobsboardCompany>;
  /**
   * Companies by name: 1 credit per request, 0 where nothing is found. 412 when the source has no list of the country's companies.
   *
   * Companies of a country's list whose name has the words, each with the address of its profile. That there are such lists, with cards and a link to the next page, is known from public code. That the site looks for a name itself, and where a card has industry and place, is inferred; names are compared here too, in the first 20 pages of the list.
   */
  companiesSearch: Operation<JobsboardCompaniesSearch, JobsboardCompanyRef>;
}

export interface JobsboardCompanies {
  /** Company ID, or the URL of its profile. */
  company: string;
  /** Seconds the request may run before it is answered with 408. Default 300. */
  timeout?: number;
  /** Language of the page. Default "en". */
  language?: "en" | "ar";
}

export interface JobsboardCompany {
  "@type": "JobsboardCompany";
  id: number;
  url: string | null;
  name: string | null;
  industry: string | null;
  size: string | null;
  follower_count: number | null;
  website: string | null;
  location: string | null;
  /** Logo. */
  image: string | null;
  account_id: number | null;
  /** About text. */
  description: string | null;
  /** Linked social profiles. */
  socials: Array<JobsboardSocial>;
  /** Recently posted roles. */
  recent_jobs: Array<JobsboardJobRef>;
}

export interface JobsboardSocial {
  "@type": "JobsboardSocial";
  network: string | null;
  url: string | null;
}

export interface JobsboardJobRef {
  "@type": "JobsboardJobRef";
  id: string | null;
  title: string | null;
  location: string | null;
  url: string | null;
}

export interface JobsboardCompaniesSearch {
  /** Words of the company's name. */
  query: string;
  /** Country whose list is looked in, by its name or as the site's addresses have it (`saudi-arabia`). Default "international". */
  country?: string;
  /** Language of the list. Default "en". */
  language?: "en" | "ar";
  /** The most records wanted. Default 20. */
  count?: number;
  /** Seconds the request may run before it is answered with 408. Default 300. */
  timeout?: number;
}

export interface JobsboardCompanyRef {
  "@type": "JobsboardCompanyRef";
  id: number;
  name: string | null;
  /** The profile's address: what `company` of the profiles takes. */
  url: string | null;
  industry: string | null;
  location: string | null;
}
