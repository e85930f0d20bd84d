export type Role = "member" | "admin";
export type UsageContext = "standard" | "mcp_only";

/** A person; points belong to them, and every key of theirs spends the same. Times are milliseconds since 1970. */
export interface Person {
  id: string;
  front_id: string;
  login: string;
  role: Role;
  /** As it was signed up with, until it is confirmed: then it is theirs alone. */
  email: string;
  name: string;
  email_verified: boolean;
  second_factor: boolean;
  plan: string;
  created_at: number;
  modified_at: number;
  last_login_at: number | null;
  /** When an admin paused the account: nobody signs in to it until an admin resumes it. */
  paused_at: number | null;
}

/** A key as it is stored: never the key itself. */
export interface ApiKey {
  id: string;
  account_id: string;
  name: string;
  /** The first characters, for display. */
  prefix: string;
  is_primary: boolean;
  usage_context: UsageContext;
  /** Allowed sources; null for all. */
  sources: string[] | null;
  /** Address ranges that it may be used from, such as `192.0.2.0/24`; null for everywhere. */
  networks: string[] | null;
  /** The most points this key may spend in all; null for no cap. */
  spending_cap: number | null;
  spent: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** Until when the secret before the last rotation goes on. */
  previous_ends_at: number | null;
  created_at: number;
  last_used_at: number | null;
}

/** Who is calling: a key together with its account. */
export interface KeyHolder {
  key: ApiKey;
  person: Person;
}

export const delegatedKindNames = [
  ...(["api_key", "webhook", "schedule", "link", "destination", "batch", "job", "second_factor"] as const),
] as const;
export type DelegatedKind = (typeof delegatedKindNames)[number];

/** Something that somebody with the account's session could have set up, and that goes on without the session. */
export interface Delegated {
  kind: DelegatedKind;
  id: string;
  name: string;
  /** Milliseconds since 1970, where it is known. */
  created_at: number | null;
  /** `stopped` can be resumed by the owner, `ended` cannot. */
  state: "active" | "stopped" | "ended";
}
