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
   * Companies by name: 1 credit per request, free if nothing is found. 412 when the source has no company list for the country.
   *
   * Companies of a country whose name contains the words, each with the URL of its profile. Winnow searches the first 20 pages of the site's company list. Not yet verified on the live site: the lists are known from public code; the site's own name search, and where a card has industry and location, are inferred.
   */
  companiesSearch: Operation<JobsboardCompaniesSearch, JobsboardCompanyRef>;
}

export interface JobsboardCompanies {
  /** Company ID, or URL of its profile. */
  company: string;
  /** Most seconds the request may run; after that you get 408. Default 300. */
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
  /** Words in the company's name. */
  query: string;
  /** Country whose company list is searched: its name, or the site's form of it (`saudi-arabia`). Default "international". */
  country?: string;
  /** Language of the list. Default "en". */
  language?: "en" | "ar";
  /** Most records to return. Default 20. */
  count?: number;
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface JobsboardCompanyRef {
  "@type": "JobsboardCompanyRef";
  id: number;
  name: string | null;
  /** URL of the profile: a value for `company` of the profile operation. */
  url: string | null;
  industry: string | null;
  location: string | null;
}
