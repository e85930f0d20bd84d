import { type TSchema, Type } from "typebox";

/**
 * Everything an operator can set, in one table. Nothing but `readConfig` looks at the environment, and
 * `docs/running.md` is made from these rows.
 */
export interface Setting {
  env: string;
  schema: TSchema;
  default: unknown;
  meaning: string;
  secret?: true;
}

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

export const settings = {
  port: { env: "PORT", schema: whole(0, 65535), default: 8080, meaning: "Port of the API and the dashboard." },
  host: { env: "HOST", schema: Type.String(), default: "127.0.0.1", meaning: "Address to listen on." },
  dataDir: { env: "DATA_DIR", schema: Type.String(), default: "./data", meaning: "Folder of the embedded store." },
  databaseUrl: {
    env: "DATABASE_URL",
    schema: Type.String({ pattern: "^(postgres(ql)?://.*)?$" }),
    default: "",
    meaning: "PostgreSQL instead of the embedded SQLite, such as postgres://user:password@host/db.",
    secret: true,
  },
  databasePool: {
    env: "DATABASE_POOL",
    schema: whole(1, 200),
    default: 10,
    meaning: "Connections to PostgreSQL for queries, for each process.",
  },
  databaseLedgerPool: {
    env: "DATABASE_LEDGER_POOL",
    schema: whole(1, 50),
    default: 2,
    meaning: "Connections to PostgreSQL for letting requests in and charging them, for each process, besides those.",
  },
  databaseConnectTimeout: {
    env: "DATABASE_CONNECT_TIMEOUT_MS",
    schema: whole(100, 60_000),
    default: 2_000,
    meaning: "How long a connection to PostgreSQL may take to open, or to become free.",
  },
  databaseStatementTimeout: {
    env: "DATABASE_STATEMENT_TIMEOUT_MS",
    schema: whole(0, 600_000),
    default: 15_000,
    meaning: "How long PostgreSQL works on one statement; 0 is without end.",
  },
  databaseQueryTimeout: {
    env: "DATABASE_QUERY_TIMEOUT_MS",
    schema: whole(500, 600_000),
    default: 16_000,
    meaning: "How long an answer of PostgreSQL is waited for, also where it has fallen silent.",
  },
  databasePooler: {
    env: "DATABASE_POOLER",
    schema: Type.Unsafe<"none" | "transaction">(Type.Enum(["none", "transaction"])),
    default: "none",
    meaning: "transaction, where DATABASE_URL is a pgbouncer in transaction mode (docs/scaling-out.md).",
  },
  databaseTls: {
    env: "DATABASE_TLS",
    schema: Type.Unsafe<"" | "off" | "require" | "verify">(Type.Enum(["", "off", "require", "verify"])),
    default: "",
    meaning:
      "TLS to PostgreSQL: off, require (encrypted, whoever answers), verify (its certificate is checked). As DATABASE_URL says unless given.",
  },
  databaseCaFile: {
    env: "DATABASE_CA_FILE",
    schema: Type.String(),
    default: "",
    meaning: "File of certificates that DATABASE_TLS=verify trusts, where it is not one that the system knows.",
  },
  mostInFlight: {
    env: "MAX_IN_FLIGHT",
    schema: whole(1, 100_000),
    default: 2_000,
    meaning:
      "Calls that one process runs at once at most. It runs fewer by itself when it cannot keep up; the rest waits its turn.",
  },
  mostQueued: {
    env: "MAX_QUEUED",
    schema: whole(0, 100_000),
    default: 1_000,
    meaning: "Calls that wait for their turn in one process at most; more are refused with 503 and retry-after.",
  },
  shutdownGrace: {
    env: "SHUTDOWN_GRACE",
    schema: whole(0, 300),
    default: 5,
    meaning:
      "Seconds for which requests are still served after SIGTERM has turned /health/ready to 503, so that a balancer can notice. None where no balancer asks.",
  },
  shutdownLimit: {
    env: "SHUTDOWN_LIMIT",
    schema: whole(2, 1500),
    default: 30,
    meaning: "Seconds after SIGTERM in which the process ends at the latest, whatever is in flight.",
  },
  publicUrl: {
    env: "PUBLIC_URL",
    schema: Type.String(),
    default: "",
    meaning: "Address that people open, where it is not http://HOST:PORT: used in mails, cookies and snippets.",
  },
  trustProxy: {
    env: "TRUST_PROXY",
    schema: Type.String(),
    default: "",
    meaning:
      "Addresses of load balancers in front of the service, between commas (10.0.0.0/8), whose X-Forwarded-For is believed. None unless given.",
  },
  plansFile: {
    env: "PLANS_FILE",
    schema: Type.String(),
    default: "",
    meaning: "JSON file of plans instead of the built-in ones (docs/metering.md).",
  },
  jobsConcurrency: {
    env: "JOBS_CONCURRENCY",
    schema: whole(0, 1_000),
    default: 8,
    meaning: "Jobs that this process runs at once; 0 leaves them to `npx winnow work` (docs/jobs.md).",
  },
  jobsLease: {
    env: "JOBS_LEASE_SECONDS",
    schema: whole(2, 600),
    default: 30,
    meaning: "Seconds after which the job of a worker that has died is given to another.",
  },
  contact: {
    env: "WINNOW_CONTACT",
    schema: Type.String({ pattern: "^[\\x21-\\x7e]*$" }),
    default: "",
    meaning:
      "Address of a page, or mailto: address, where a site can reach you. Sent to live sites in the user agent: Winnow/<version> (+<contact>).",
  },
  corsOrigins: {
    env: "WINNOW_CORS_ORIGINS",
    schema: Type.String({ pattern: "^(\\s*https?://[^\\s,/]+\\s*(,|$))*$" }),
    default: "",
    meaning:
      "Origins whose pages may call the API from a browser, between commas (https://app.example). None unless given; give such pages keys with a cap and sources of their own.",
  },
  privateHosts: {
    env: "WINNOW_PRIVATE_HOSTS",
    schema: Type.String(),
    default: "",
    meaning:
      "Names inside your network that a source may be pointed at, between commas. Addresses, localhost and names of one word need not be listed (docs/going-live.md).",
  },
  faults: {
    env: "WINNOW_FAULTS",
    schema: Type.String(),
    default: "",
    meaning: "Faults of the stand-in sites, such as nlretail=reset:1000 (docs/stand-ins.md). None unless given.",
  },
  authSecret: {
    env: "AUTH_SECRET",
    schema: Type.String({ minLength: 32 }),
    default: "",
    meaning: "What the dashboard's cookies are signed with, 32 characters or more; made and kept in DATA_DIR if empty.",
    secret: true,
  },
  adminEmail: {
    env: "ADMIN_EMAIL",
    schema: Type.String(),
    default: "",
    meaning: "Whoever confirms this address in the dashboard becomes an admin; `winnow admin grant` makes others.",
  },
  adminSecondFactor: {
    env: "WINNOW_ADMIN_SECOND_FACTOR",
    schema: Type.Boolean(),
    default: false,
    meaning: "Whether the pages for administrators need a second factor: on or off.",
  },
  outbox: {
    env: "WINNOW_OUTBOX",
    schema: Type.Boolean(),
    default: false,
    meaning:
      "on: whoever can reach the service reads the mails that it could not send, and with them takes any account. Otherwise /outbox is for this machine alone.",
  },
  smtpUrl: {
    env: "SMTP_URL",
    schema: Type.String({ pattern: "^(smtps?://.*)?$" }),
    default: "",
    meaning:
      "Mail server, such as smtp://user:password@host:587; if empty, mails wait at /outbox, for this machine alone.",
    secret: true,
  },
  mailFrom: {
    env: "MAIL_FROM",
    schema: Type.String(),
    default: "Winnow <winnow@localhost>",
    meaning: "Sender of the mails.",
  },
  clientUrl: {
    env: "WINNOW_URL",
    schema: Type.String({ pattern: "^https?://" }),
    default: "http://127.0.0.1:8080",
    meaning: "Service that the command line calls (`winnow call`, `winnow mcp`).",
  },
  clientKey: {
    env: "WINNOW_KEY",
    schema: Type.String(),
    default: "",
    meaning: "API key of the command line.",
    secret: true,
  },
  metricsToken: {
    env: "METRICS_TOKEN",
    schema: Type.String({ minLength: 16 }),
    default: "",
    meaning:
      "Bearer token that reads /metrics from anywhere, 16 characters or more; without one only this machine may.",
    secret: true,
  },
  otlpEndpoint: {
    env: "OTEL_EXPORTER_OTLP_ENDPOINT",
    schema: Type.String({ pattern: "^(https?://.*)?$" }),
    default: "",
    meaning: "OTLP collector that traces are sent to, such as http://127.0.0.1:4318. No traces unless given.",
  },
  tracedShare: {
    env: "OTEL_TRACES_SAMPLER_ARG",
    schema: Type.Number({ minimum: 0, maximum: 1 }),
    default: 1,
    meaning:
      "Share of the requests that are traced, from 0 to 1. Where a caller's traceparent says whether, that is followed instead.",
  },
  alertWebhookUrl: {
    env: "ALERT_WEBHOOK_URL",
    schema: Type.String({ pattern: "^(https?://.*)?$" }),
    default: "",
    meaning: "Address that is told by POST when a source becomes unwell, and when it is well again.",
    secret: true,
  },
  alertEmail: {
    env: "ALERT_EMAIL",
    schema: Type.String(),
    default: "",
    meaning: "Mail address that is told the same.",
  },
  logLevel: {
    env: "LOG_LEVEL",
    schema: Type.Unsafe<"trace" | "debug" | "info" | "warn" | "error" | "silent">(
      Type.Enum(["trace", "debug", "info", "warn", "error", "silent"]),
    ),
    default: "info",
    meaning: "Least severe line that is logged.",
  },
} as const satisfies Record<string, Setting>;
