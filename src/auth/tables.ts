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
  };
  credentials: { id: string; user_id: string; provider_id: string; account_id: string; password: string | null };
  attempts: { key: string; window_start: number; count: number };
  repeated_sign_ups: { person_id: string; email: string; at: number };
}

export type AuthDb = Kysely<Schema & AuthTables>;

export const withAuthTables = (db: Kysely<Schema>): AuthDb => db as unknown as AuthDb;
