/** What a script learns from how a command ended; `winnow parse` uses the same numbers for the same things. */
export const exitCodes = {
  fine: [0, "It worked."],
  badCall: [1, "The call itself is wrong: an option, a field, a setting (400, 404, 405, 413, 422)."],
  blocked: [3, "The source blocks or does not respond (412)."],
  noSuchThing: [4, "The source has no such thing (412)."],
  unknownForm: [5, "The source answered in a form that is not known (500)."],
  key: [6, "The key is missing, wrong, ended, or not allowed here (401, 403)."],
  points: [7, "Not enough points, or over a cap (403)."],
  rateLimited: [8, "A rate window is full for longer than is sensible to wait (429)."],
  deadline: [9, "The request's timeout passed (408, 409)."],
  service: [10, "The service cannot be reached, or failed (5xx)."],
  someFailed: [11, "A batch went to its end, and some of its lines failed."],
  interrupted: [130, "Stopped with Ctrl-C."],
} as const satisfies Record<string, readonly [number, string]>;

export type Ending = keyof typeof exitCodes;

export const exitCodesHelp = `
Exit codes:
${Object.values(exitCodes)
  .map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join("\n")}`;
