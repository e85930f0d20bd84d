/** Exit codes for scripts; `winnow parse` uses the same numbers for the same outcomes. */
export const exitCodes = {
  fine: [0, "Success."],
  badCall: [1, "Wrong call: an option, a field or a setting (400, 404, 405, 413, 422)."],
  blocked: [3, "The source blocks the call or does not respond (412)."],
  noSuchThing: [4, "The source has no such thing (412)."],
  unknownForm: [5, "Winnow could not read the source's response (500)."],
  key: [6, "The key is missing, wrong, expired, revoked or not allowed here (401, 403)."],
  points: [7, "Not enough points, or over a spending cap (403)."],
  rateLimited: [8, "A rate window is full for too long to wait (429)."],
  deadline: [9, "The request's timeout passed (408, 409)."],
  service: [10, "The service is unreachable or failed (5xx)."],
  someFailed: [11, "The batch finished, but some lines failed."],
  interrupted: [130, "Stopped with Ctrl-C."],
  terminated: [143, "Stopped with SIGTERM."],
} as const satisfies Record<string, readonly [number, string]>;

export type Ending = keyof typeof exitCodes;

export const exitCodesHelp = `
Exit codes:
${Object.values(exitCodes)
  .map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join("\n")}`;
