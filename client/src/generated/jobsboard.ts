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
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** Language of the page. Default "en". */
  language?: "en" | "ar";
}

export interface JobsboardCompany {
  /** The kind of record, always the same. */
  "@type": "JobsboardCompany";
  /** The site's ID of the company: the last number of its profile's URL. */
  id: number;
  /** URL of the profile. */
  url: string | null;
  /** Name of the company. */
  name: string | null;
  /** Industry, in the requested language. */
  industry: string | null;
  /** Number of employees as a range in words, such as `100-499 Employees`. */
  size: string | null;
  /** Followers on the job board; rounded if the site shows `12.5K`. */
  follower_count: number | null;
  /** URL of the company's own website. */
  website: string | null;
  /** Country and city, as the site writes them. */
  location: string | null;
  /** URL of the logo. */
  image: string | null;
  /** The site's ID of the employer's account, if the page shows one. */
  account_id: number | null;
  /** About text. */
  description: string | null;
  /** Linked social profiles. */
  socials: Array<JobsboardSocial>;
  /** Recently posted roles. */
  recent_jobs: Array<JobsboardJobRef>;
}

export interface JobsboardSocial {
  /** The kind of record, always the same. */
  "@type": "JobsboardSocial";
  /** Name of the network, in small letters. */
  network: string | null;
  /** URL of the company's profile there. */
  url: string | null;
}

export interface JobsboardJobRef {
  /** The kind of record, always the same. */
  "@type": "JobsboardJobRef";
  /** The site's ID of the job. */
  id: string | null;
  /** Job title. */
  title: string | null;
  /** City and country, as the site writes them. */
  location: string | null;
  /** URL of the job. */
  url: string | null;
}

export interface JobsboardCompaniesSearch {
  /** Words in the company's name. */
  query: string;
  /** Country whose company list is searched: its name, or the site's form of it (`saudi-arabia`). Default "international". */
  country?: string;
  /** Language of the list. Default "en". */
  language?: "en" | "ar";
  /** Maximum number of records to return. Default 20. */
  count?: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface JobsboardCompanyRef {
  /** The kind of record, always the same. */
  "@type": "JobsboardCompanyRef";
  /** The site's ID of the company. */
  id: number;
  /** Name of the company. */
  name: string | null;
  /** URL of the profile: a value for `company` of the profile operation. */
  url: string | null;
  /** Industry, as the card shows it. */
  industry: string | null;
  /** Country or city, as the card shows it. */
  location: string | null;
}
