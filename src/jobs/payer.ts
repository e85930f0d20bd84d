import type { Kysely } from "kysely";
import { type Caller, callerRetention } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Entry } from "../service/registry.ts";
import type { Schema } from "../store/schema.ts";
import { running } from "./job-store.ts";
import type { QueueBounds } from "./queue-bounds.ts";
import type { Payer } from "./types.ts";

/**
 * Who pays for work: the key that last changed or started it, within its own cap, sources and expiry. When that key ends,
 * the work stops. Every change of work asks `payerAfter`, and every attempt of a job asks `whyNotPaying`.
 */
interface PayersDeps {
  clock: Clock;
  bounds: Pick<QueueBounds, "refuseBeyondCap">;
  callerOf(keyId: string): Promise<Caller | null>;
}

/** Jobs, batches and schedules exist only because they are stored. */
export function refuseUnkept(caller: Caller): void {
  if (callerRetention(caller) === "none") throw new WinnowError("nothing_kept");
}

/** Why a key may not pay for an operation; null if it may. Admission checks its cap. */
export function whyNotPaying(caller: Caller, { source }: Entry, now: number): WinnowError | null {
  const { key } = caller;
  if (callerRetention(caller) === "none") return new WinnowError("nothing_kept");
  if (key.revoked_at !== null) return new WinnowError("key_revoked");
  if (key.expires_at !== null && key.expires_at <= now) return new WinnowError("key_expired");
  if (key.sources === null || key.sources.includes(source.name)) return null;
  return new WinnowError("source_forbidden", `The key that pays for this work may not use ${source.name} any more.`);
}

/** Returns the key that pays from now on, because the payer changes or starts the work. Throws if it may not. */
export const createPayers =
  ({ clock, bounds, callerOf }: PayersDeps) =>
  async (row: { key_id: string }, payer: Payer, cost: number): Promise<string> => {
    const current = await callerOf(row.key_id);
    const stays = current && payer.leaves(current.key) && !whyNotPaying(current, payer.entry, clock.now());
    if (stays) return row.key_id;
    const caller = await payer.caller();
    refuseUnkept(caller);
    await bounds.refuseBeyondCap(caller, cost);
    return caller.key.id;
  };

/** Running jobs whose key was revoked: their runs stop, and the next attempt ends them. */
export const runningOfRevokedKeys = (db: Kysely<Schema>): Promise<Array<{ id: string }>> =>
  db
    .selectFrom("jobs")
    .innerJoin("api_keys", "api_keys.id", "jobs.key_id")
    .where("jobs.status", "=", running)
    .where("api_keys.revoked_at", "is not", null)
    .select("jobs.id")
    .execute();
