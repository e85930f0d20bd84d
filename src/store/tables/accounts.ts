// biome-ignore-all format: one paragraph for each table
import { ownersActs } from "../owners-acts.ts";
import { ACCOUNT, DAY_MS, defineTables, forgotten, kept, OWNER } from "./table.ts";

/** Who uses the service: people and how they sign in, their accounts, programs they let in, and what they set. */
export const accounts = defineTables({
  people: {
    columns: {
      id: "text", name: "text", email: "text", email_verified: "boolean", image: "text?", login: "text", front_id: "text",
      role: "text='member'", created_at: "date", modified_at: "date", last_login_at: "date?",
      unconfirmed_email: "text?", two_factor_enabled: "boolean=false", paused_at: "number?",
      unconfirmed_key: "text?",
    },
    unique: ["email", "front_id", "login"],
    indexes: { by_unconfirmed: "(unconfirmed_email)" },
    of: { column: "id" }, rows: "deleted", atMost: "one row", stored: ACCOUNT, secrets: ["unconfirmed_key"],
  },
  // A personal account has the id of its person, and no name of its own.
  accounts: {
    columns: {
      id: "text", name: "text?", plan: "text='free'", webhook_secret_no: "int=0", created_at: "number",
      retain: "text='usual'",
    },
    of: { column: "id" }, rows: "deleted", atMost: "one row", stored: ACCOUNT,
  },
  // Of accounts of several people: a personal account has its person alone.
  members: {
    columns: { account_id: "text", person_id: "text", role: "text", created_at: "number", spending_cap: "number?" },
    key: ["account_id", "person_id"],
    indexes: { by_person: "(person_id)" },
    of: { column: "account_id", or: "person_id" }, rows: "deleted", atMost: "limits.members", stored: "until they leave",
  },
  // Memberships that ended: whoever comes back gets no more than they had.
  former_members: {
    columns: {
      account_id: "text", person_id: "text", role: "text", spending_cap: "number?", spent: "number", joined_at: "number",
      left_at: "number", removed_by: "text?",
    },
    key: ["account_id", "person_id"],
    indexes: { by_person: "(person_id)" },
    of: { column: "account_id", or: "person_id" }, rows: "deleted", atMost: "limits.invitationsSent", stored: ACCOUNT,
  },
  invitations: {
    columns: {
      id: "text", account_id: "text", email: "text", role: "text", hash: "text?", invited_by: "text", created_at: "number",
      expires_at: "number",
    },
    unique: ["hash"],
    indexes: { by_account: "(account_id)" },
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.invitations",
    stored: "until it is accepted, revoked or followed by another one a week later", secrets: ["hash"],
  },
  credentials: {
    columns: {
      id: "text", user_id: "text", account_id: "text", provider_id: "text", password: "text?", created_at: "date",
      updated_at: "date",
    },
    indexes: { by_user: "(user_id)" },
    of: { column: "user_id" }, rows: "deleted", atMost: "one row", stored: ACCOUNT, secrets: ["password"],
  },
  sessions: {
    columns: {
      id: "text", user_id: "text", token: "text", expires_at: "date", ip_address: "text?", user_agent: "text?",
      created_at: "date", updated_at: "date", confirmed_at: "number?", vouched_by: "text?",
    },
    unique: ["token"],
    indexes: { by_user: "(user_id)" },
    of: { column: "user_id" }, rows: "deleted", atMost: "limits.sessions", stored: "30 days at most", secrets: ["token"],
  },
  second_factors: {
    columns: {
      id: "text", user_id: "text", secret: "text", backup_codes: "text", verified: "boolean?",
      failed_verification_count: "int?", locked_until: "date?",
    },
    unique: ["user_id"],
    of: { column: "user_id" }, rows: "deleted", atMost: "one row", stored: ACCOUNT, secrets: ["secret", "backup_codes"],
  },
  verifications: {
    columns: {
      id: "text", identifier: "text", value: "text", expires_at: "date", created_at: "date", updated_at: "date",
    },
    indexes: { by_identifier: "(identifier)" },
    of: { column: "value" }, rows: "deleted", atMost: "limits.signIns", stored: "minutes", secrets: ["identifier"],
  },
  sign_in_delays: {
    columns: { key: "text", count: "int", blocked_until: "number", at: "number" },
    of: "nobody", what: "counts of sign-ins by a hash, for a day",
  },
  attempts: {
    columns: { key: "text", window_start: "number", count: "int" },
    key: ["key", "window_start"],
    of: "nobody", what: "counts of sign-ins by a hash, for a day",
  },
  mail_links: {
    columns: { hash: "text", kind: "text", person_id: "text", email: "text", expires_at: "number" },
    indexes: { by_person: "(person_id)" },
    of: { column: "person_id" }, rows: "deleted", atMost: "limits.mailsOfAReceiver", stored: "a day", secrets: ["hash"],
  },
  mail_queue: {
    columns: {
      id: "text", kind: "text", person_id: "text?", email: "text", about: "text?", asked_at: "number", attempts: "number",
      attempt_at: "number",
    },
    indexes: { by_attempt: "(attempt_at)" },
    // The deliverer drops it after a day. This is for what waits for a channel of alerts that was removed.
    of: { column: "person_id" }, rows: "deleted", atMost: "limits.mailsWaiting", stored: { since: "asked_at", ms: 2 * DAY_MS },
  },
  sign_on_providers: {
    columns: {
      account_id: "text", domain: "text", proved_domain: "text?", issuer: "text", client_id: "text", client_secret: "text",
      role: "text", required: "boolean=false", created_at: "number", set_by: "text?",
    },
    unique: ["proved_domain"],
    of: { column: "account_id" }, rows: "deleted", atMost: "one row", stored: OWNER, secrets: ["client_secret"],
  },
  // Who signs in through which provider: a person who existed before has said so, with their password.
  sign_on_links: {
    columns: { account_id: "text", issuer: "text", sub: "text", person_id: "text", created_at: "number" },
    key: ["account_id", "issuer", "sub"],
    of: { column: "account_id", or: "person_id" }, rows: "deleted", atMost: "limits.members", stored: ACCOUNT,
  },
  oauth_clients: {
    columns: { id: "text", name: "text", redirect_uris: "text", created_at: "number", granted_at: "number?" },
    indexes: { by_age: "(created_at)" },
    of: "nobody", what: "programs that registered themselves",
  },
  oauth_codes: {
    columns: {
      hash: "text", client_id: "text", account_id: "text", redirect_uri: "text", challenge: "text", sources: "text?",
      spending_cap: "number?", expires_at: "number", used_at: "number?", key_id: "text?", person_id: "text?",
    },
    indexes: { by_expiry: "(expires_at)" },
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.dashboardCalls", stored: "minutes",
    secrets: ["hash", "challenge"],
  },
  oauth_grants: {
    columns: {
      key_id: "text", client_id: "text", account_id: "text", refresh_hash: "text", previous_refresh_hash: "text?",
      refresh_ends_at: "number", created_at: "number", family_hash: "text?",
    },
    unique: ["refresh_hash"],
    indexes: {
      by_account: "(account_id, client_id)",
      by_family: "(family_hash)",
      by_previous: "(previous_refresh_hash)",
    },
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.keys", stored: "until it ends",
    secrets: ["refresh_hash", "previous_refresh_hash", "family_hash"],
  },
  welcome_points: {
    columns: { address_hash: "text", at: "number" },
    of: "nobody", what: "keyed hashes of addresses that have had their points",
  },
  welcomed_accounts: {
    columns: { account_id: "text", at: "number" },
    of: { column: "account_id" }, rows: "deleted", atMost: "one row", stored: ACCOUNT,
  },
  audit_log: {
    columns: {
      ...kept({ no: "counter", at: "number", who: "text", what: "text", subject: "text" }),
      before: forgotten("text?"), after: forgotten("text?"),
    },
    indexes: { by_subject: "(subject, no)" },
    of: { column: "subject" }, rows: "kept", atMost: "limits.ownersActsKept", stored: "for good",
    because: "what admins changed stays; of what the owner did, only that it happened",
    where: { column: "what", in: ownersActs },
  },
  alert_settings: {
    columns: { account_id: "text", points_levels: "text" },
    of: { column: "account_id" }, rows: "deleted", atMost: "one row", stored: ACCOUNT,
  },
  points_watch: {
    columns: { account_id: "text", base: "number", points: "number", told: "number" },
    of: { column: "account_id" }, rows: "deleted", atMost: "one row", stored: ACCOUNT,
  },
  saved_calls: {
    columns: { id: "text", account_id: "text", name: "text", operation: "text", body: "text", created_at: "number" },
    indexes: { by_account: "(account_id)" },
    keepLess: "delete it",
    of: { column: "account_id" }, rows: "deleted", atMost: "limits.savedCalls", stored: OWNER,
  },
  forgotten_accounts: {
    columns: { account_id: "text", deleted_at: "number", again_at: "number" },
    of: "nobody", what: "ids of deleted accounts whose last work may still end, for a day",
  },
});
