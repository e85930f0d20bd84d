import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import { putRow } from "../../store/row-changes.ts";
import { readClientDocument, readMetadata } from "./client-metadata.ts";

const DAY = 86_400_000;
/** Most registrations without a grant: more than this is a flood, and the oldest are dropped. */
export const MAX_UNUSED = 2_000;
/** How long a program's document is cached. */
const DOCUMENT_MS = 3_600_000;
/** Longer than the lifetime of a refresh token. */
const LEFT_ALONE = 100 * DAY;

export interface OAuthClient {
  id: string;
  name: string;
  redirectUris: string[];
  createdAt: number;
}

/** Dynamic registration of programs (RFC 7591): public clients without a secret, told apart by their redirect addresses. */
export function createOAuthClients({ db }: Store, clock: Clock, fetchDocument: (address: string) => Promise<string>) {
  async function find(id: string): Promise<OAuthClient | null> {
    const row = await db.selectFrom("oauth_clients").where("id", "=", id).selectAll().executeTakeFirst();
    if (!row) return null;
    return { id, name: row.name, redirectUris: JSON.parse(row.redirect_uris), createdAt: row.created_at };
  }

  /** A program's current description; one whose id is an address describes itself there. */
  async function identify(id: string): Promise<OAuthClient | null> {
    if (!id.startsWith("https://")) return find(id);
    const kept = await find(id);
    if (kept && kept.createdAt > clock.now() - DOCUMENT_MS) return kept;
    return keep(id, await readClientDocument(id, fetchDocument));
  }

  const register = async (metadata: Record<string, unknown>): Promise<OAuthClient> =>
    keep(randomUUID(), readMetadata(metadata));

  async function keep(id: string, about: Pick<OAuthClient, "name" | "redirectUris">): Promise<OAuthClient> {
    const createdAt = clock.now();
    await forgetOld(createdAt);
    const row = { name: about.name, redirect_uris: JSON.stringify(about.redirectUris), created_at: createdAt };
    await putRow(db, "oauth_clients", { id }, row);
    return { id, ...about, createdAt };
  }

  /** Deletes clients without a grant after a day, and those whose last grant ended long ago. */
  async function forgetOld(now: number): Promise<void> {
    const grants = db.selectFrom("oauth_grants").select("client_id");
    await db
      .deleteFrom("oauth_clients")
      .where((row) =>
        row.or([
          row.and([row("granted_at", "is", null), row("created_at", "<", now - DAY)]),
          row.and([row("granted_at", "<", now - LEFT_ALONE), row("id", "not in", grants)]),
        ]),
      )
      .execute();
    // A flood of registrations must not lock others out, so the oldest unused ones are dropped.
    const unused = db.selectFrom("oauth_clients").where("granted_at", "is", null);
    const newest = unused
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(MAX_UNUSED - 1);
    await db
      .deleteFrom("oauth_clients")
      .where("granted_at", "is", null)
      .where("id", "not in", newest.select("id"))
      .execute();
  }

  const granted = (id: string) =>
    db.updateTable("oauth_clients").set({ granted_at: clock.now() }).where("id", "=", id).execute();

  return { find, identify, register, granted };
}
