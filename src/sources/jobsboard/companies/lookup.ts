/** The operation that finds a company's profile by its name. */
export const LOOKUP = "/api/jobsboard/companies/search";
