/** Files and folders that the command of a run names; none if it runs everything. */
export const namedFiles = (): string[] =>
  process.argv.slice(2).filter((word) => /^[^-].*(?:\/|\.test\.tsx?$)/.test(word));
