import type { Kysely } from "kysely";
import type { Schema, StoredDate } from "../store/schema.ts";

/** The tables of better-auth besides `people`, in its own column forms. */
interface AuthTables {
  sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: StoredDate;
    ip_address: string | null;
    user_agent: string | null;
    created_at: StoredDate;
    updated_at: StoredDate;
    /** When the person last gave their password in this session, besides at its start. */
    confirmed_at: number | null;
  };
  credentials: {
    id: string;
    user_id: string;
    provider_id: string;
    account_id: string;
    password: string | null;
    created_at: StoredDate;
    updated_at: StoredDate;
  };
  second_factors: { id: string; user_id: string; verified: boolean | 0 | 1 | null };
  mail_links: { hash: string; kind: string; person_id: string; email: string; expires_at: number };
  mail_queue: MailQueueTable;
  sign_in_delays: { key: string; count: number; blocked_until: number; at: number };
  attempts: { key: string; window_start: number; count: number };
}

export interface MailQueueTable {
  id: string;
  kind: string;
  person_id: string | null;
  email: string;
  about: string | null;
  asked_at: number;
  attempts: number;
  /** When it is tried next; while it is being sent, when another process may take it over. */
  attempt_at: number;
}

export type AuthDb = Kysely<Schema & AuthTables>;

export const withAuthTables = (db: Kysely<Schema>): AuthDb => db as unknown as AuthDb;
