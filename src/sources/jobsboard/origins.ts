/** Placeholders: an operator names the real addresses. */
export const origins = { site: "https://www.jobsboard.example" };
