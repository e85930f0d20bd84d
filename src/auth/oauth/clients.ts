import { randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import type { Store } from "../../store/open-store.ts";
import { OAuthProblem } from "./oauth-problem.ts";
import { readRedirectUris } from "./redirect-uris.ts";

const DAY = 86_400_000;
const LONGEST_NAME = 80;
/** Registrations that nobody has allowed anything yet: beyond this something floods us. */
const MOST_UNUSED = 2_000;

export interface OAuthClient {
  id: string;
  name: string;
  redirectUris: string[];
  createdAt: number;
}

/** Programs register themselves (RFC 7591): public ones, without a secret, kept apart by where they are sent back to. */
export function createOAuthClients({ db }: Store, clock: Clock) {
  async function find(id: string): Promise<OAuthClient | null> {
    const row = await db.selectFrom("oauth_clients").where("id", "=", id).selectAll().executeTakeFirst();
    if (!row) return null;
    return { id, name: row.name, redirectUris: JSON.parse(row.redirect_uris), createdAt: row.created_at };
  }

  async function register(wish: Record<string, unknown>): Promise<OAuthClient> {
    const redirectUris = readRedirectUris(wish.redirect_uris);
    const name = nameOf(wish.client_name, redirectUris[0]!);
    const now = clock.now();
    // One that nobody allowed anything within a day is forgotten.
    await db
      .deleteFrom("oauth_clients")
      .where("granted_at", "is", null)
      .where("created_at", "<", now - DAY)
      .execute();
    const { unused } = await db
      .selectFrom("oauth_clients")
      .where("granted_at", "is", null)
      .select((select) => select.fn.countAll<number>().as("unused"))
      .executeTakeFirstOrThrow();
    if (Number(unused) >= MOST_UNUSED) {
      throw new OAuthProblem("temporarily_unavailable", "Too many programs have registered today. Try again tomorrow.");
    }
    const id = randomUUID();
    await db
      .insertInto("oauth_clients")
      .values({ id, name, redirect_uris: JSON.stringify(redirectUris), created_at: now, granted_at: null })
      .execute();
    return { id, name, redirectUris, createdAt: now };
  }

  const granted = (id: string) =>
    db.updateTable("oauth_clients").set({ granted_at: clock.now() }).where("id", "=", id).execute();

  return { find, register, granted };
}

/** People read it before they allow something: on one line, in characters that are seen. */
function nameOf(given: unknown, redirectUri: string): string {
  if (given !== undefined && typeof given !== "string") {
    throw new OAuthProblem("invalid_client_metadata", "client_name is a text.");
  }
  const name = (given ?? "").replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return (name || new URL(redirectUri).host || "A program").slice(0, LONGEST_NAME);
}
