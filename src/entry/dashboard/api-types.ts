import type { Static } from "typebox";
import type { ApiKey, Role, Standing, UsageContext } from "../../accounts/types.ts";
import type { ResultsEnd } from "../../contract/findings.ts";
import type { Lookup, LookupOption } from "../../contract/lookup.ts";
import type { Price } from "../../contract/price.ts";
import type { WarningCode } from "../../contract/warnings.ts";
import type { Latencies } from "../../metering/latency.ts";
import type { WindowState } from "../../metering/types.ts";
import type { UsageCell } from "../../metering/usage.ts";
import type { CallDetails, CallKind } from "../../service/call-log-types.ts";
import type { BatchPreview, NewSchedule, WebhookWithSecret } from "../../service/work-views.ts";

export type { Standing } from "../../accounts/types.ts";
export type { Latency } from "../../metering/latency.ts";
export type { UsageCell } from "../../metering/usage.ts";
export type {
  BatchFailure,
  BatchView,
  ChangeView,
  DeliveryView,
  JobView,
  SchedulePreview,
  ScheduleView,
  WebhookView,
} from "../../service/work-views.ts";

/**
 * What the dashboard and its API say to each other. The web app imports these types and nothing else of the
 * server. Times are milliseconds since 1970.
 */

export interface Me {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  second_factor: boolean;
  role: Role;
  plan: string;
  points: number;
  created_at: number;
}

export interface SessionAnswer {
  me: Me | null;
  /** True where mails do not leave: they are on the outbox page. */
  outbox: boolean;
}

/** Who has signed in; or, where a second factor is set up, that its code comes next. */
export type SignInAnswer = { me: Me } | { second_factor: true };

/** What came of opening a mail's link. Without the session of the account that asked for it, its password is needed. */
export type OpenedLink = { done: true } | { done: false; needs: "password" };

/** What acted for the account by itself, and what a new password has made of it. */
export interface ResetAnswer {
  done: true;
  review: Standing[];
}

export interface NewSecondFactorAnswer {
  /** `otpauth://`: for the authenticator app. */
  uri: string;
  /** Each is good once: shown this once. */
  recovery_codes: string[];
}

export interface SignUpAnswer {
  me: Me;
  /** The first key: shown this once. */
  api_key: string;
}

export interface KeyView extends Omit<ApiKey, "account_id"> {
  windows: WindowState[];
}

export interface KeysAnswer {
  keys: KeyView[];
}

export interface NewKeyAnswer {
  key: KeyView;
  /** The key itself: shown this once. */
  api_key: string;
}

/** A key with where it was used from of late. */
export interface KeyDetail {
  key: KeyView;
  used_from: Array<{ address: string; calls: number; last_at: number; user_agent: string }>;
}

/** What is left out stays as it is. */
export interface KeyChangeBody {
  name?: string;
  sources?: string[] | null;
  networks?: string[] | null;
  spending_cap?: number | null;
  expires_at?: number | null;
}

export interface NewKeyBody {
  name: string;
  usage_context: UsageContext;
  sources: string[] | null;
  expires_in_days: number | null;
  spending_cap: number | null;
}

export interface SessionView {
  id: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  ip_address: string;
  user_agent: string;
  current: boolean;
}

/** A field of an operation's request: the JSON Schema that the contract kit made. */
export interface FieldSchema {
  type?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxItems?: number;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  "x-lookup"?: Lookup;
}

export interface OperationView {
  path: string;
  summary: string;
  description: string;
  price: { kind: Price["kind"]; credits: number; results: number | null; words: string };
  request: { title: string; required: string[]; properties: Record<string, FieldSchema> };
  /** Names of the record's fields, in order, and what those are measured in that do not say it themselves. */
  record: { title: string; fields: string[]; units: Record<string, string>; meanings: Record<string, string> };
  examples: Array<Record<string, unknown>>;
  /** What it costs to search for a value of a field, by the field; those that another operation finds. */
  lookup_prices: Record<string, string>;
}

export interface SourceView {
  name: string;
  title: string;
  operations: OperationView[];
}

export interface CatalogueAnswer {
  /** The address that snippets should use. */
  base_url: string;
  sources: SourceView[];
  /** A record of one operation, cut to its first fields: for the landing page. */
  example: { operation: string; record: Record<string, unknown> } | null;
}

export interface PlanView {
  name: string;
  points: number;
  /** "once" for a grant at sign-up, "month" for one that comes back. */
  every: "once" | "month";
  limits: Array<{ name: WindowState["name"]; limit: number }>;
}

export interface PlansAnswer {
  plans: PlanView[];
}

export interface SourceStatus {
  source: string;
  title: string;
  state: "ok" | "degraded" | "down";
  breaker_open: boolean;
  ok: number;
  failed: number;
  last_error_at: number | null;
}

export interface UsageAnswer {
  points: number;
  plan: string;
  days: number;
  /** Days, or hours where one day is asked for. */
  bucket: "day" | "hour";
  /** Every day or hour of the span, oldest first. */
  columns: string[];
  /** Points a day that the plan's monthly points last for; null where they are given once. */
  budget_per_day: number | null;
  latency: Latencies;
  /** Mean points a day over the last 7 days. */
  points_per_day: number;
  /** When the points run out at that pace; null where nothing is spent. */
  runs_out_at: number | null;
  cells: UsageCell[];
  keys: Array<{ id: string; name: string }>;
}

/** An entry of the points statement. */
export interface StatementEntry {
  no: number;
  at: number;
  kind: string;
  /** What it added or took. */
  amount: number;
  /** Points that could be spent after it. */
  balance: number;
  note: string | null;
  /** The call behind it, while the history has it. */
  request_id: string | null;
  endpoint: string | null;
}

export interface RequestRow {
  id: string;
  endpoint: string;
  source: string;
  entry_point: string;
  key_id: string;
  key_name: string;
  status: number | null;
  cost: number;
  results: number;
  started_at: number;
  duration_ms: number | null;
  error_text: string | null;
  /** What it was asked for; empty in a list where that is long. */
  params: Record<string, unknown>;
  /** Whether it was let in; a call that was refused, replayed or dry has no cost and no records of its own. */
  kind: CallKind;
  /** Calls just before it that came too fast to be logged. */
  skipped: number;
  /** Filled for admins. */
  account_email?: string;
}

export interface RequestsAnswer {
  requests: RequestRow[];
  cursor: string | null;
}

export interface RequestDetail extends RequestRow {
  upstream_pages: number;
  timeout: number;
  points_left: number | null;
  plan: string | null;
  /** How the cost came about, in a sentence. */
  cost_reason: string;
  /** Why there were no more records; null where it failed or the client left. */
  results_end: ResultsEnd | null;
  /** How many the site says it has. */
  results_total: number | null;
  /** What a text was taken to mean. */
  resolved: Record<string, string | number> | null;
  /** Parameters that had no effect. */
  warnings: WarningCode[];
  /** Seconds since the site was asked, where the answer was a kept one. */
  age: number | null;
  /** Null where the answer is not kept any more. */
  answer: unknown;
  /** What came in and went out, and where the time went; null where it is not kept any more. */
  log: CallDetails | null;
  /** Whether what the site answered was kept. */
  evidence: boolean;
}

/** What a picker shows: values of a field, found by the operation that knows them. */
export interface OptionsAnswer {
  options: LookupOption[];
  charged: number;
  /** Seconds since the site was asked, where the answer was a kept one, which is free. */
  age: number | null;
}

export interface QuoteAnswer {
  max_cost: number;
  words: string;
  points: number;
  enough: boolean;
}

/** Percents of used points at which a mail is sent, and those that can be chosen. */
export interface AlertsAnswer {
  points_levels: number[];
  all_points_levels: number[];
}

/** A call that somebody keeps for the playground. */
export interface SavedCall {
  id: string;
  name: string;
  operation: string;
  body: Record<string, unknown>;
  created_at: number;
}

/** Lines of the playground's stream. */
export type RunEvent =
  /** How far it is, with the records that came since the line before. */
  | {
      type: "progress";
      request_id: string;
      pages: number;
      elapsed_ms: number;
      records: Array<Record<string, unknown>>;
    }
  | {
      type: "answer";
      status: number;
      request_id: string;
      charged: number;
      points: number;
      duration_ms: number;
      results_end: ResultsEnd | null;
      results_total: number | null;
      resolved: Record<string, string | number> | null;
      warnings: WarningCode[];
      age: number | null;
    }
  | { type: "error"; status: number; request_id: string; detail: unknown };

export interface OutboxMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  link: string | null;
  sent_at: number;
}

/** One page of jobs, batches, schedules, changes or deliveries; their times are ISO 8601, as in the API. */
export interface PageAnswer<T> {
  rows: T[];
  next_cursor: string | null;
}

/** What a batch can cost, before it starts. */
export type BatchQuote = Static<typeof BatchPreview>;

/** With the secrets that are shown once. */
export type NewScheduleAnswer = Static<typeof NewSchedule>;
export type NewWebhookAnswer = Static<typeof WebhookWithSecret>;

/** A program that asks to be let in. */
/** What the page shows, or where the browser goes with a problem of the program's request. */
export type ConsentView = ConsentAnswer | ConsentQuestion;

export interface ConsentQuestion {
  client: string;
  goes_to: string;
  /** Sources that it asks for; null for all. */
  sources: string[] | null;
}

export interface ConsentBody {
  /** The parameters that the program came with. */
  request: Record<string, string>;
  allow: boolean;
  sources: string[] | null;
  spending_cap: number | null;
}

export interface ConsentAnswer {
  /** Where the program waits for the answer. */
  redirect: string;
}
