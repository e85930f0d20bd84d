export type Role = "member" | "admin";
export type UsageContext = "standard" | "mcp_only";
/** `test`: the key reads stand-ins and costs practice points. */
export type KeyMode = "live" | "test";
/** What is kept of calls: what the documents say, or nothing but their charge. */
export type Retention = "usual" | "none";

/** An account: it has points, which all its keys spend. Times are milliseconds since 1970. */
export interface Account {
  id: string;
  plan: string;
  created_at: number;
  /** `none`: nothing is kept of any call, whatever its key says. */
  retain: Retention;
}

/** A person, who signs in. */
export interface Person {
  id: string;
  front_id: string;
  login: string;
  role: Role;
  /** The address from sign-up until it is confirmed; then it is unique. */
  email: string;
  name: string;
  email_verified: boolean;
  second_factor: boolean;
  created_at: number;
  modified_at: number;
  last_login_at: number | null;
  /** When an admin paused the person: they cannot sign in until an admin resumes them. */
  paused_at: number | null;
}

/** A person with their personal account, which has the same id. */
export interface AccountHolder extends Person, Account {}

/** A key as stored, without its secret. */
export interface ApiKey {
  id: string;
  account_id: string;
  /** The member whose key it is. */
  person_id: string;
  name: string;
  /** The first characters, for display. */
  prefix: string;
  is_primary: boolean;
  usage_context: UsageContext;
  mode: KeyMode;
  /** Allowed sources; null for all. */
  sources: string[] | null;
  /** Address ranges it may be used from, such as `192.0.2.0/24`; null for everywhere. */
  networks: string[] | null;
  /** The most points this key may ever spend; null for no cap. */
  spending_cap: number | null;
  /** Whether it may manage webhooks, destinations and signing secrets, which receive results of the whole account. */
  manages_delivery: boolean;
  /** `none`: nothing is kept of its calls. */
  retain: Retention;
  spent: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** When the secret replaced by the last rotation stops working. */
  previous_ends_at: number | null;
  created_at: number;
  last_used_at: number | null;
}

/** A key that has a spending cap or is limited to some sources does not manage delivery, unless its owner lets it. */
export const isUnlimited = ({ sources, spending_cap }: { sources?: unknown; spending_cap?: unknown }): boolean =>
  (sources ?? null) === null && (spending_cap ?? null) === null;

/** A caller: a key with its account. */
export interface Caller {
  key: ApiKey;
  account: Account;
}

/** What is kept of a caller's calls, unless a call asks for less. */
export const callerRetention = ({ key, account }: Caller): Retention =>
  key.retain === "none" ? "none" : account.retain;

export const delegatedKindNames = [
  ...(["api_key", "key_secret", "webhook", "schedule", "feed", "link", "destination"] as const),
  ...(["batch", "job", "invitation", "provider", "second_factor"] as const),
] as const;
export type DelegatedKind = (typeof delegatedKindNames)[number];

/** A `stopped` item can be resumed, an `ended` one cannot. */
export const delegatedStates = ["active", "stopped", "ended", "handed over"] as const;

/** Something that anyone with the account's session could have set up, and that continues without the session. */
export interface Delegated {
  kind: DelegatedKind;
  id: string;
  name: string;
  /** The name of the person who set it up, if known. */
  made_by: string | null;
  /** Milliseconds since 1970, if known. */
  created_at: number | null;
  state: (typeof delegatedStates)[number];
}
