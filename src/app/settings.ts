import { type TSchema, Type } from "typebox";
import { defaultPostgresSettings, MIN_CONNECTIONS } from "../store/postgres-settings.ts";
import { type WebhookFormat, webhookFormats } from "../words/webhook-formats.ts";

/**
 * Everything an operator can set, by the part that receives it. Only `readConfig` reads the environment, and
 * `docs/settings.md` is generated from these rows.
 */
export interface Setting {
  env: string;
  schema: TSchema;
  default: unknown;
  meaning: string;
  secret?: true;
}

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
/** A text that is empty unless the operator sets it. */
const text = (env: string, meaning: string, pattern = "") => ({
  env,
  schema: Type.String({ pattern }),
  default: "",
  meaning,
});

export const settings = {
  server: {
    port: { env: "PORT", schema: whole(0, 65535), default: 8080, meaning: "Port of the API and the dashboard." },
    host: { env: "HOST", schema: Type.String(), default: "127.0.0.1", meaning: "Address to listen on." },
    publicUrl: text(
      "PUBLIC_URL",
      "Address that people open, if it is not http://HOST:PORT. Used in mails, cookies and snippets.",
      "^(https?://[^\\s/].*)?$",
    ),
    trustProxy: text(
      "TRUST_PROXY",
      "Addresses of the load balancers whose X-Forwarded-For is trusted, comma-separated (10.0.0.0/8).",
    ),
    corsOrigins: text(
      "WINNOW_CORS_ORIGINS",
      "Origins whose pages may call the API from a browser, comma-separated (https://app.example). Give such pages keys with a spending cap and only the sources they need.",
      "^(\\s*https?://[^\\s,/]+\\s*(,|$))*$",
    ),
    mapTiles: text(
      "MAP_TILES",
      "Address of the map tiles that the dashboard shows records on, such as https://tiles.example/{z}/{x}/{y}.png. Browsers ask that address for the places they look at. If empty, maps have an outline of the land.",
      "^(https?://\\S+\\{z\\}\\S*)?$",
    ),
    mapAttribution: text("MAP_ATTRIBUTION", "Whom maps name for their tiles, such as © Map makers."),
    pictures: {
      env: "RECORD_PICTURES",
      schema: Type.String({ pattern: "^(https:|none|https://[\\w.:*-]+( https://[\\w.:*-]+)*)$" }),
      default: "https:",
      meaning:
        "Where browsers may load the pictures of records from: https: (any https address on the internet), none, or addresses such as https://img.shop.example, separated by spaces.",
    },
    logLevel: {
      env: "LOG_LEVEL",
      schema: Type.Unsafe<"trace" | "debug" | "info" | "warn" | "error" | "silent">(
        Type.Enum(["trace", "debug", "info", "warn", "error", "silent"]),
      ),
      default: "info",
      meaning: "Lowest level that is logged.",
    },
  },
  shutdown: {
    grace: {
      env: "SHUTDOWN_GRACE",
      schema: whole(0, 300),
      default: 5,
      meaning:
        "Seconds to keep serving requests after SIGTERM, while /health/ready answers 503 so that a load balancer can stop sending requests. Skipped if nothing polls /health/ready.",
    },
    limit: {
      env: "SHUTDOWN_LIMIT",
      schema: whole(2, 1500),
      default: 30,
      meaning: "The process ends at most this many seconds after SIGTERM, even with requests in flight.",
    },
  },
  database: {
    dataDir: { env: "DATA_DIR", schema: Type.String(), default: "./data", meaning: "Folder of the embedded store." },
    url: {
      ...text(
        "DATABASE_URL",
        "PostgreSQL instead of the embedded SQLite, such as postgres://user:password@host/db. Add ?sslmode=verify-full&sslrootcert=/path/ca.pem for TLS (docs/scaling-out.md).",
        "^(postgres(ql)?://.*)?$",
      ),
      secret: true,
    },
    directUrl: {
      ...text(
        "DATABASE_DIRECT_URL",
        "The same PostgreSQL without pgbouncer in between. Migrations and other long work use it, because a pooler cannot lift the server's statement timeout.",
        "^(postgres(ql)?://.*)?$",
      ),
      secret: true,
    },
    pool: {
      env: "DATABASE_POOL",
      schema: whole(MIN_CONNECTIONS, 200),
      default: defaultPostgresSettings.pool,
      meaning:
        "PostgreSQL connections of one process, all together: two for admission and charging, one for migrations and other long work, the rest for queries.",
    },
    pooler: {
      env: "DATABASE_POOLER",
      schema: Type.Unsafe<"none" | "transaction">(Type.Enum(["none", "transaction"])),
      default: "none",
      meaning: "Set to transaction if DATABASE_URL is a pgbouncer in transaction mode (docs/scaling-out.md).",
    },
  },
  accounts: {
    plansFile: text("PLANS_FILE", "JSON file of plans that replaces the built-in ones (docs/metering.md)."),
    authSecret: {
      env: "AUTH_SECRET",
      schema: Type.String({ minLength: 32 }),
      default: "",
      meaning:
        "Secret that seals what signs cookies and encrypts stored secrets, 32 characters or more. If empty, Winnow creates one and keeps it in DATA_DIR.",
      secret: true,
    },
    authSecretOld: {
      env: "AUTH_SECRET_OLD",
      schema: Type.String({ minLength: 32 }),
      default: "",
      meaning:
        "The previous AUTH_SECRET, while you change it. The first start with both seals the store with the new one; then remove this.",
      secret: true,
    },
    operatorToken: {
      env: "OPERATOR_TOKEN",
      schema: Type.String({ minLength: 24 }),
      default: "",
      meaning:
        "Opens /metrics, /health/details and the outbox, 24 characters or more. If empty, Winnow creates one and keeps it in DATA_DIR; several machines need the same one.",
      secret: true,
    },
    adminEmail: text(
      "ADMIN_EMAIL",
      "The account that confirms this address becomes an admin. `winnow admin grant` makes others.",
    ),
    adminSecondFactor: {
      env: "WINNOW_ADMIN_SECOND_FACTOR",
      schema: Type.Boolean(),
      default: false,
      meaning: "on: the admin pages require a second factor.",
    },
  },
  mail: {
    smtpUrl: {
      ...text(
        "SMTP_URL",
        "Mail server, such as smtp://user:password@host:587. If empty, mails wait at /outbox, which opens with the address that is printed at the start.",
        "^(smtps?://.*)?$",
      ),
      secret: true,
    },
    from: {
      env: "MAIL_FROM",
      schema: Type.String(),
      default: "Winnow <winnow@localhost>",
      meaning: "Sender of the mails.",
    },
  },
  jobs: {
    concurrency: {
      env: "JOBS_CONCURRENCY",
      schema: whole(0, 1_000),
      default: 16,
      meaning:
        "Jobs that this process runs at once; one account, and one source, gets at most half of them. With 0, only `npx winnow work` runs them (docs/jobs.md).",
    },
    workerPort: {
      env: "WORKER_PORT",
      schema: whole(0, 65_535),
      default: 0,
      meaning:
        "Port on which `npx winnow work` answers /health/live and, with the operator token, /metrics. With 0 it listens nowhere.",
    },
  },
  health: {
    otlpEndpoint: text(
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "OTLP collector for traces, such as http://127.0.0.1:4318, over HTTP. If empty, nothing is sent.",
      "^(https?://.*)?$",
    ),
    otlpHeaders: {
      ...text(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "Headers for the collector, such as api-key=abc, comma-separated.",
        "^(\\s*[^\\s=,]+=[^,]*(,|$))*$",
      ),
      secret: true,
    },
    tracedShare: {
      env: "OTEL_TRACES_SAMPLER_ARG",
      schema: Type.Number({ minimum: 0, maximum: 1 }),
      default: 1,
      meaning: "Share of requests to trace, from 0 to 1. The flag in a caller's traceparent overrides it.",
    },
    alertWebhookUrl: {
      ...text(
        "ALERT_WEBHOOK_URL",
        "URL that gets a POST when something breaks and when it recovers (docs/health.md).",
        "^(https?://.*)?$",
      ),
      secret: true,
    },
    alertWebhookFormat: {
      env: "ALERT_WEBHOOK_FORMAT",
      schema: Type.Unsafe<WebhookFormat>(Type.Enum([...webhookFormats])),
      default: "standard",
      meaning:
        "How alerts are written for ALERT_WEBHOOK_URL: standard (Standard Webhooks), or slack, teams, discord or ntfy for the incoming webhook of such a service.",
    },
    alertEmail: text("ALERT_EMAIL", "Mail address that gets the same alerts."),
    keptPagesMb: {
      env: "KEPT_PAGES_MB",
      schema: whole(0, 1_000_000),
      default: 64,
      meaning:
        "MiB of pages behind delivered answers that are kept for each source, for a day, so that wrong records can be read again (`npx winnow incidents reread`). The oldest go first. 0 keeps none.",
    },
    recalls: {
      env: "RECALLS",
      schema: Type.Unsafe<"manual" | "automatic">(Type.Enum(["manual", "automatic"])),
      default: "manual",
      meaning:
        "Whether calls with wrong records are recalled automatically when an incident about values ends, or by hand (`npx winnow incidents recall`).",
    },
  },
  client: {
    url: {
      env: "WINNOW_URL",
      schema: Type.String({ pattern: "^https?://" }),
      default: "http://127.0.0.1:8080",
      meaning: "Service that the command line calls (`winnow call`, `winnow mcp`).",
    },
    key: { ...text("WINNOW_KEY", "API key of the command line."), secret: true },
    timeout: {
      env: "WINNOW_TIMEOUT",
      schema: whole(0, 1515),
      default: 0,
      meaning:
        "Seconds that the command line waits for a response, or for more of it, before it tries again. 0: the request's own timeout and 15 more.",
    },
  },
  sources: {
    contact: text(
      "WINNOW_CONTACT",
      "Web page or mailto: address where a site can reach you. Live sites see it in the user agent: Winnow/<version> (+<contact>).",
      "^[\\x21-\\x7e]*$",
    ),
    crawlerContact: text(
      "CRAWLER_CONTACT",
      "Mail address or web page for the owners of the sites that you read. If set, PUBLIC_URL/crawler tells them who this is, how much it reads, how to check a request and how to stop it, and live sites see that page in the user agent unless WINNOW_CONTACT is set (docs/going-live.md). /.well-known/security.txt names it too, or else WINNOW_CONTACT.",
      "^[\\x21-\\x7e]*$",
    ),
    packages: text(
      "WINNOW_SOURCES",
      "Sources besides those of Winnow: packages, or paths of their manifests, comma-separated. Their code runs inside the service: install only what you trust. Folders in `sources/` of DATA_DIR need not be named (docs/adding-a-source.md).",
    ),
    privateHosts: text(
      "WINNOW_PRIVATE_HOSTS",
      "Host names inside your network that sources and webhooks may reach, comma-separated. For sources, IP addresses, localhost and one-word names need not be listed (docs/going-live.md).",
    ),
    faults: text("WINNOW_FAULTS", "Faults of the stand-in sites, such as nlretail=reset:1000 (docs/stand-ins.md)."),
  },
} as const satisfies Record<string, Record<string, Setting>>;

export const allSettings: Setting[] = Object.values(settings).flatMap((group): Setting[] => Object.values(group));

/** Settings that earlier versions had, and what to do instead. `none` said what is always so now. */
export const removedSettings: Record<string, string> = {
  OTEL_METRICS_EXPORTER: "metrics are no longer sent. Let your collector read /metrics, and remove this setting.",
  OTEL_LOGS_EXPORTER: "logs are no longer sent. Let your collector read standard output, and remove this setting.",
};

/** Variables with our prefix that the service does not read, and their readers. */
export const otherVariables: Record<string, string> = {
  WINNOW_PROFILE: "the command line: the profile to use",
  WINNOW_CONFIG: "the command line: the file of the profiles",
  WINNOW_FLOWS: "the tests",
  WINNOW_PAGES: "the tests",
  WINNOW_KILL_SEED: "the tests",
  WINNOW_SECRETS: "the tests",
  WINNOW_SEEN: "the tests",
};
