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
