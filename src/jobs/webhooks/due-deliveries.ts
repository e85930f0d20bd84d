import { type Kysely, sql } from "kysely";
import type { Clock } from "../../base/clock.ts";
import type { Wanted } from "../../limits/lanes.ts";
import type { Schema } from "../../store/schema.ts";
import { laneHeads } from "../lane-heads.ts";
import type { DeliveryRow } from "./webhook-store.ts";

/** If a process dies while sending, another sends again after this time. */
export const LEASE_MS = 60_000;
/** Accounts and receivers considered per query. */
const CONSIDERED = 100;

export type Head = Pick<DeliveryRow, "id" | "account_id" | "endpoint_id" | "attempt" | "next_at">;

type Full = Pick<Wanted, "accounts" | "others" | "only">;

/** Finds and claims the deliveries that may be sent now. */
export function createDueDeliveries(db: Kysely<Schema>, clock: Clock) {
  /** The oldest due delivery of each receiver with capacity. */
  function heads(kind: DeliveryRow["kind"], { accounts, others, only }: Full): Promise<Head[]> {
    const column = (row: string, name: string) => sql.ref<string>(`${row}.${name}`);
    let due = db
      .withRecursive("heads(id)", () =>
        laneHeads({
          table: "webhook_deliveries",
          lane: [(row) => column(row, "account_id"), (row) => sql<string>`coalesce(${column(row, "endpoint_id")}, '')`],
          order: (row) => column(row, "next_at"),
          isDue: (row) =>
            sql`${column(row, "status")} = ${sql.lit("pending")} and ${column(row, "next_at")} <= ${clock.now()}`,
        }),
      )
      .selectFrom("heads")
      .innerJoin("webhook_deliveries as due", "due.id", "heads.id")
      // A receiver gets deliveries of one kind.
      .where("due.kind", "=", kind)
      .orderBy("due.next_at")
      .limit(CONSIDERED)
      .select(["due.id", "due.account_id", "due.endpoint_id", "due.attempt", "due.next_at"]);
    if (accounts.length > 0) due = due.where("due.account_id", "not in", accounts);
    if (only) due = due.where("due.account_id", "in", only);
    if (others.length > 0) {
      due = due.where(({ fn }) => fn.coalesce("due.endpoint_id", "due.account_id"), "not in", others);
    }
    return due.execute();
  }

  /** Leases a delivery, unless another process was faster. Returns it as it was before this attempt. */
  async function claim({ id, attempt, next_at }: Head): Promise<DeliveryRow | undefined> {
    const claimed = await db
      .updateTable("webhook_deliveries")
      .set({ next_at: clock.now() + LEASE_MS, attempt: attempt + 1 })
      .where("id", "=", id)
      .where("status", "=", "pending")
      .where("attempt", "=", attempt)
      .where("next_at", "=", next_at)
      .returningAll()
      .executeTakeFirst();
    const delivery = claimed && { ...claimed, attempt };
    return delivery && !(await waitsForEarlier(delivery)) ? delivery : undefined;
  }

  /** Whether an earlier delivery about the same thing is still pending. If so, this one waits until that one ends. */
  async function waitsForEarlier({ id, about, url, created_at, attempt }: DeliveryRow): Promise<boolean> {
    if (about === null) return false;
    const earlier = await db
      .selectFrom("webhook_deliveries")
      .where("about", "=", about)
      .where("url", "=", url)
      .where("status", "=", sql.lit("pending"))
      .where("created_at", "<", created_at)
      .orderBy("created_at")
      .select("next_at")
      .executeTakeFirst();
    if (!earlier) return false;
    await db
      .updateTable("webhook_deliveries")
      .set({ next_at: Math.max(earlier.next_at, clock.now()) + 1, attempt })
      .where("id", "=", id)
      .execute();
    return true;
  }

  /** Renews the lease of a delivery that takes long. */
  const renew = (id: string) =>
    db
      .updateTable("webhook_deliveries")
      .set({ next_at: clock.now() + LEASE_MS })
      .where("id", "=", id)
      .where("status", "=", "pending")
      .execute();

  return { heads, claim, renew };
}
