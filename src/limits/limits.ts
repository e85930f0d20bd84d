// biome-ignore-all format: one paragraph for each limit
/** A limit on what one caller may use. `docs/limits.md` is generated from these. */
export interface Limit {
  /** What is limited, as the documentation words it. */
  what: string;
  /** What it is counted per. */
  per: "call" | "account" | "person" | "key" | "network" | "process" | "receiver" | "delivery" | "schedule" | "link";
  max: number;
  unit:
    | keyof typeof windowSeconds
    | "bytes"
    | "at once"
    | "rows"
    | "days"
    | "seconds"
    | "hours"
    | "share of the whole"
    | "times";
  /** What happens beyond it; by default, `RETRY_LATER`. */
  beyond?: string;
}

export const RETRY_LATER = "429 with `retry-after`";

const MB = 1024 * 1024;

/**
 * Every limit of the service except those of plans: their rate windows and points are in `accounts/plans.ts`. Code checks
 * its limit here before it reads, stores or runs anything; no other file has a number that limits callers. `limits.test.ts`
 * fails for a row that no test names.
 */
export const limits = {
  callBody: {
    what: "Body of a data operation or an MCP message", per: "call", max: MB, unit: "bytes",
    beyond: "413; the key is checked before the body is read",
  },
  mcpInline: {
    what: "File that the MCP tool `export` puts into its response", per: "call", max: 8 * 1024, unit: "bytes",
    beyond: "a summary with three examples, and a link to the file",
  },
  mcpCalls: {
    what: "Tool calls and reads of resources at `/mcp`, whatever they cost", per: "account", max: 120, unit: "per minute",
    beyond: "the tool's result says 429 and when to try again",
  },
  mcpResultsBeingRead: {
    what: "Stored results that MCP tools read", per: "account", max: 4, unit: "at once",
    beyond: "the tool's result says 429; counted by each process",
  },
  oauthBody: {
    what: "Body of a call with which a program connects by OAuth", per: "call", max: 16 * 1024, unit: "bytes", beyond: "413",
  },
  oauthRegistrations: {
    what: "Programs registered for OAuth", per: "network", max: 20, unit: "per hour",
    beyond: "429 `temporarily_unavailable`",
  },
  oauthTokenCalls: {
    what: "OAuth tokens requested or revoked", per: "network", max: 60, unit: "per minute",
    beyond: "429 `temporarily_unavailable`",
  },
  otherBody: {
    what: "Body of any other call, sign-in and webhooks included", per: "call", max: 64 * 1024, unit: "bytes",
    beyond: "413",
  },
  batchBody: {
    what: "Body of a batch", per: "call", max: 8 * MB, unit: "bytes",
    beyond: "413; it is read as it arrives, after the key or the session was checked",
  },
  largeBodiesOfAccount: {
    what: "Bodies above 64 KiB that are being read or processed; those of data operations and MCP count four times",
    per: "account", max: 8 * MB, unit: "bytes", beyond: "429 with `retry-after`, before the body is read",
  },
  largeBodies: {
    what: "The same, of all accounts", per: "process", max: 16 * MB, unit: "bytes",
    beyond: "503 with `retry-after`, before the body is read",
  },
  largeBodyPace: {
    what: "Rate at which a body above 64 KiB must arrive while others wait to send theirs", per: "call",
    max: 512 * 1024, unit: "bytes", beyond: "a slower body is rejected with 503 and `retry-after`",
  },
  dashboardCalls: {
    what: "Calls of the dashboard's API with a session, in whatever account", per: "person", max: 1_200, unit: "per minute",
  },
  anonymousDashboardCalls: {
    what: "Calls of the dashboard's API without a session, such as sign-in and the catalogue", per: "network",
    max: 1_200, unit: "per minute",
  },
  preparedSearches: {
    what: "Prepared searches of the landing page, which need no account", per: "network", max: 20, unit: "per minute",
  },
  workCalls: {
    what: "Calls about jobs, batches, schedules and webhooks", per: "network", max: 1_200, unit: "per minute",
  },
  tokenCalls: { what: "Calls of `/token/...`", per: "network", max: 300, unit: "per minute" },
  newSchedules: {
    what: "Schedules created or previewed: searching for a time that never occurs is slow", per: "network", max: 60,
    unit: "per minute",
  },
  feedReads: {
    what: "Reads of a schedule's Atom feed, which needs no key", per: "network", max: 120, unit: "per minute",
  },
  linkReads: { what: "Reads of links to results, which need no key", per: "network", max: 600, unit: "per minute" },
  readersOfALink: {
    what: "Responses that one link or feed sends at once", per: "link", max: 8, unit: "at once",
    beyond: "429 with `retry-after`; a client that does not read makes room",
  },
  readersOfANetwork: {
    what: "Links and feeds that are being read, in one process", per: "network", max: 16, unit: "at once",
    beyond: "429 with `retry-after`; a client that does not read makes room",
  },
  readersOfAnAccount: {
    what: "Records and files that are being read with a key or a session, in one process", per: "account", max: 16,
    unit: "at once", beyond: "429 with `retry-after`; a client that does not read makes room",
  },
  readers: {
    what: "All of these together", per: "process", max: 64, unit: "at once",
    beyond: "503 with `retry-after`; a client that does not read makes room",
  },
  batchItems: {
    what: "Requests in one batch", per: "call", max: 10_000, unit: "rows",
    beyond: "422; reading stops at the first request too many",
  },
  streamDrain: {
    what: "Time after its deadline in which the client must have read the rest of a stream", per: "call", max: 30,
    unit: "seconds", beyond: "the connection is closed; the call was settled at its deadline",
  },
  savedCalls: {
    what: "Calls saved for the playground", per: "account", max: 200, unit: "rows", beyond: "400; delete one first",
  },
  evidenceKept: {
    what: "Calls whose evidence (`x-evidence: keep`, or a `drift` warning) is kept, for a week each", per: "account",
    max: 1_000, unit: "rows",
    beyond: "the call succeeds, and its evidence is not kept; calls that only warn use at most half",
  },
  freshness: {
    what: "Age of an answer that a request may allow (`max-age`, `stale-if-error`)", per: "call", max: 7 * 86_400,
    unit: "seconds", beyond: "it counts as that many; 422 as a field of a batch",
  },
  deliveriesKept: {
    what: "Webhook deliveries that are kept, for 30 days each", per: "account", max: 20_000, unit: "rows",
    beyond: "the oldest are deleted",
  },
  openBatches: {
    what: "Batches that have not ended", per: "account", max: 100, unit: "at once", beyond: "429; nothing is stored",
  },
  batchesKept: {
    what: "Batches that are kept; 30 days after their end they are deleted", per: "account", max: 10_000, unit: "rows",
    beyond: "429; nothing is stored",
  },
  invalidLinesKept: {
    what: "Lines that batches skipped because they are not valid; kept as long as their batch", per: "account",
    max: 20_000, unit: "rows", beyond: "those of the oldest batches are deleted; `invalid` still counts them",
  },
  ownersActsKept: {
    what: "Entries of one kind in the audit log about what the owner did, such as changes of keys; those of admins are all kept",
    per: "account", max: 1_000, unit: "rows", beyond: "the oldest of that kind are deleted",
  },
  batchWaitHours: {
    what: "How long the items of a batch wait for a source that is down (`wait_hours`)", per: "call", max: 168,
    unit: "hours", beyond: "422",
  },
  pausedDays: {
    what: "Time that a batch may be paused", per: "account", max: 30, unit: "days",
    beyond: "it is cancelled; its owner gets a mail and `batch.expiring` seven days before",
  },
  replaysAMinute: { what: "Webhook deliveries that are replayed by hand", per: "account", max: 60, unit: "per minute" },
  replaysOfADelivery: {
    what: "Replays of one webhook delivery", per: "delivery", max: 20, unit: "times",
    beyond: "429; fetch the job or batch instead",
  },
  webhookTestsAMinute: {
    what: "Test events of webhooks and test uploads to destinations", per: "account", max: 10, unit: "per minute",
  },
  webhooks: { what: "Webhooks", per: "account", max: 20, unit: "rows", beyond: "400; delete one first" },
  schedules: { what: "Schedules", per: "account", max: 1_000, unit: "rows", beyond: "400; delete one first" },
  scheduleRunDays: {
    what: "Runs of a schedule", per: "schedule", max: 90, unit: "days", beyond: "older ones are deleted",
  },
  scheduleChanges: {
    what: "Changes that a schedule keeps", per: "schedule", max: 10_000, unit: "rows",
    beyond: "the oldest are deleted",
  },
  watchFields: { what: "Fields that a schedule tracks", per: "schedule", max: 10, unit: "rows", beyond: "422" },
  watchRules: { what: "Rules of a schedule", per: "schedule", max: 20, unit: "rows", beyond: "422" },
  watchPoints: {
    what: "Points in the history of tracked fields: one for each record of a run in which one of them changed",
    per: "account", max: 1_000_000, unit: "rows",
    beyond: "the oldest are deleted; if each is the last of its record, new records are not tracked",
  },
  watchEvents: {
    what: "Fired rules that a schedule keeps, and that one run reports", per: "schedule", max: 1_000, unit: "rows",
    beyond: "the oldest are deleted; further ones of a run are only in the history",
  },
  watchMails: {
    what: "Mails about fired rules; one mail covers a whole run", per: "account", max: 100, unit: "per day",
    beyond: "not sent; the webhook event and the list of triggers continue",
  },
  historyPoints: {
    what: "Points of a record's history in one response", per: "call", max: 10_000, unit: "rows",
    beyond: "the newest are returned; request older ones with `to`",
  },
  tableRows: {
    what: "Rows of a file in the formats xlsx and parquet", per: "call", max: 50_000, unit: "rows",
    beyond: "400; use csv or ndjson, or pages",
  },
  tableBytes: {
    what: "JSON of the records in such a file", per: "call", max: 128 * MB, unit: "bytes",
    beyond: "400; use csv or ndjson, or pages",
  },
  filesInTheMaking: {
    what: "Such files that are being made or wait for it, in one process", per: "account", max: 8, unit: "at once",
  },
  filePartsKept: {
    what: "Parts of 64 KiB of such files; kept as long as their records", per: "account", max: 512, unit: "rows",
    beyond: "the oldest files are deleted, and made again when they are wanted",
  },
  destinations: {
    what: "Destinations of files", per: "account", max: 20, unit: "rows", beyond: "400; delete one first",
  },
  links: {
    what: "Links to results that have not expired", per: "account", max: 1_000, unit: "rows",
    beyond: "400; delete one first",
  },
  followers: {
    what: "Jobs that are followed (`/jobs/{id}/events`) in one process", per: "account", max: 100, unit: "at once",
  },
  jobSlotsOfAnAccount: {
    what: "Jobs of one account that a process runs at once", per: "account", max: 0.5, unit: "share of the whole",
    beyond: "its other jobs wait; the last free slot is reserved for an account that has none",
  },
  jobSlotsOfASource: {
    what: "Jobs on one source that a process runs at once", per: "process", max: 0.5, unit: "share of the whole",
    beyond: "other jobs on this source wait",
  },
  deliveriesOfAnAccount: {
    what: "Webhook deliveries of one account that a process sends at once, and files likewise", per: "account",
    max: 0.05, unit: "share of the whole",
    beyond: "its other deliveries wait; the last free slot is reserved for an account that has none",
  },
  deliveriesOfAReceiver: {
    what: "Webhook deliveries to one webhook that a process sends at once, and files to one destination likewise",
    per: "receiver", max: 0.025, unit: "share of the whole", beyond: "other deliveries to this webhook wait",
  },
  requestHead: {
    what: "Time for the head of a request to arrive", per: "call", max: 10, unit: "seconds",
    beyond: "408, and the connection is closed",
  },
  requestBody: {
    what: "Time for a request to arrive with its body", per: "call", max: 60, unit: "seconds",
    beyond: "408, and the connection is closed",
  },
  unreadResponse: {
    what: "Time in which a client must read 16 KiB of a response that waits for it, or the rest", per: "call", max: 60,
    unit: "seconds", beyond: "the connection is closed",
  },
  readPace: {
    what: "Bytes of a waiting response that a client must read in that time", per: "call", max: 16 * 1024,
    unit: "bytes", beyond: "see the row above",
  },
  unreadBytes: {
    what: "Responses that clients have not read yet", per: "process", max: 32 * MB, unit: "bytes",
    beyond: "connections whose clients read nothing are closed, the slowest first",
  },
  connections: {
    what: "Connections open at once to one process; fewer if its limit of open files (`ulimit -n`) is low",
    per: "process", max: 10_000, unit: "at once",
    beyond: "the connection that has waited longest for its client is closed, or else the new one",
  },
  networkConnections: {
    what: "Connections open at once to one process, except from proxies that TRUST_PROXY names", per: "network",
    max: 0.25, unit: "share of the whole", beyond: "the connection is closed",
  },
  callLogLines: {
    what: "Calls written to the call log; the next line reports how many were skipped", per: "account", max: 50,
    unit: "per second", beyond: "the call succeeds and is not logged",
  },
  callLogBurst: {
    what: "Calls written to the call log in a burst", per: "account", max: 500, unit: "rows",
    beyond: "the rate in the row above applies",
  },
  refusedLogLines: {
    what: "Calls refused as overloaded that are written to the call log", per: "account", max: 5, unit: "per second",
    beyond: "the call is refused and not logged",
  },
  refusedLogBurst: {
    what: "Calls refused as overloaded that are written to the call log in a burst", per: "account", max: 20,
    unit: "rows", beyond: "the rate in the row above applies",
  },
  callLogKept: {
    what: "Calls kept in the call log, for a week", per: "account", max: 10_000, unit: "rows",
    beyond: "the oldest are deleted",
  },
  runningCalls: {
    what: "Calls that run at once in one process, of one account or on one source (of all that it runs)", per: "account",
    max: 0.75, unit: "share of the whole", beyond: "the call waits",
  },
  unpacedCalls: {
    what: "Calls of one source that run at once in one process; more if all of them end within a quarter of a call's time",
    per: "process", max: 64, unit: "at once", beyond: "the call waits, unless nothing of its account runs",
  },
  callsInFlight: {
    what: "Calls that run at once in one process; it runs fewer when it cannot keep up", per: "process", max: 2_000,
    unit: "at once", beyond: "the call waits",
  },
  queuedCalls: {
    what: "Calls that wait in one process", per: "process", max: 1_200, unit: "at once",
    beyond: "503 with retry-after, free; an account with few waiting displaces one with many",
  },
  signIns: {
    what: "Sign-ins and codes from browsers that the account does not know", per: "network", max: 30,
    unit: "per 5 minutes", beyond: "429 with `retry-after`, before the password is checked",
  },
  signInsOfKnownBrowsers: {
    what: "Sign-ins from browsers that have signed in to the account before", per: "network", max: 100,
    unit: "per 5 minutes", beyond: "counted with those of unknown browsers",
  },
  signInsOfAnAccount: {
    what: "Sign-ins to one address from browsers that the account does not know", per: "account", max: 100,
    unit: "per hour", beyond: "429; known browsers are not affected",
  },
  signUps: { what: "Sign-ups", per: "network", max: 60, unit: "per hour" },
  mailedLinks: { what: "Mailed links requested or opened", per: "network", max: 30, unit: "per hour" },
  mailsAskedFor: {
    what: "Mails about its own address, requested with a session", per: "account", max: 5, unit: "per hour",
  },
  mailsOfAReceiver: {
    what: "Mails with links to one address, whoever requests them", per: "receiver", max: 5, unit: "per hour",
    beyond: "not sent; the response is the same. Notices of a change are always sent",
  },
  mailsWaiting: {
    what: "Mails that wait to be sent", per: "process", max: 1_000, unit: "rows",
    beyond: "not sent, apart from notices of a change",
  },
  passwordsTried: {
    what: "Passwords re-entered with a session or a mailed link", per: "account", max: 10, unit: "per 15 minutes",
  },
  sessions: { what: "Sessions", per: "account", max: 100, unit: "at once", beyond: "the oldest one ends" },
  keys: {
    what: "Keys that are not revoked", per: "account", max: 100, unit: "at once",
    beyond: "refused until one is revoked",
  },
  accountsOfAPerson: {
    what: "Accounts besides the personal one that a person owns", per: "person", max: 20, unit: "at once",
    beyond: "refused until one is deleted or handed over",
  },
  members: { what: "Members", per: "account", max: 100, unit: "at once", beyond: "refused until one leaves" },
  invitations: {
    what: "Open invitations", per: "account", max: 50, unit: "at once", beyond: "refused until one is accepted or revoked",
  },
  invitationsSent: { what: "Invitations sent by mail", per: "person", max: 20, unit: "per hour" },
  keysADay: {
    what: "Keys created, revoked ones included", per: "account", max: 200, unit: "per day",
    beyond: "refused until a day has passed",
  },
  keyNetworks: { what: "Networks that a key may be used from", per: "key", max: 50, unit: "rows", beyond: "refused" },
  standInPages: {
    what: "Pages and pictures of stand-ins, which need no key", per: "network", max: 600, unit: "per minute",
  },
  wrongKeys: {
    what: "Wrong keys", per: "network", max: 60, unit: "per minute",
    beyond: "429; keys that worked before are not affected",
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** The windows of limits that are counted over time. */
export const windowSeconds = {
  "per second": 1,
  "per minute": 60,
  "per 5 minutes": 300,
  "per 15 minutes": 900,
  "per hour": 3_600,
  "per day": 86_400,
} as const;

/** Formats bytes for errors and docs. */
export const sizeText = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MiB` : `${bytes / 2 ** 10} KiB`;
