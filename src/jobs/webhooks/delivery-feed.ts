import { type SqlBool, sql } from "kysely";
import type { Clock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import { shareOf } from "../../limits/shares.ts";
import type { Store } from "../../store/open-store.ts";
import type { Row } from "../../store/schema.ts";
import type { Lane, WaitingRows } from "../engine/feeder.ts";
import { markedRows } from "../engine/marked-rows.ts";

/** Events and files are sent in slots of their own, so that neither waits for the other. */
export const AT_ONCE = { webhooks: 200, files: 80 };
export type DeliveryQueue = keyof typeof AT_ONCE;

/** Deliveries to one webhook or destination take turns. All addresses named by an account's jobs count as one. */
export const deliveryLane = (row: Pick<Row<"webhook_deliveries">, "account_id" | "endpoint_id" | "kind">): Lane => ({
  account: row.account_id,
  other: row.endpoint_id ?? "",
  queue: row.kind === "file" ? "files" : "webhooks",
});

/** The deliveries that wait to be handed over. */
export function createDeliveryFeed({ db }: Store, clock: Clock): WaitingRows {
  const isWaiting = () => sql<boolean>`next.status = 'pending' and next.announced_at is null
    and next.next_at <= ${clock.now()}`;
  const handedOver = sql<SqlBool>`announced_at is not null and ended_at is null`;

  return {
    async lanes() {
      const lanes = await db
        .selectFrom("webhook_deliveries as next")
        .where(isWaiting())
        .select(["next.account_id", "next.endpoint_id", "next.kind"])
        .distinct()
        .execute();
      return lanes.map(deliveryLane);
    },

    /** None whose receiver has not had an earlier delivery about the same thing. */
    async next({ account, other, queue }) {
      const most = sql.lit(shareOf(AT_ONCE[queue as DeliveryQueue], limits.deliveriesOfAReceiver.max));
      const ofLane = sql`account_id = ${account} and coalesce(endpoint_id, '') = ${other}`;
      const { rows } = await sql<{ id: string; handed: number }>`
        with handed as (select count(*) as rows from webhook_deliveries where ${ofLane} and ${handedOver})
        select next.id, handed.rows as handed from webhook_deliveries as next cross join handed
        where ${ofLane} and ${isWaiting()} and not exists (select 1 from webhook_deliveries as earlier
          where earlier.about = next.about and earlier.url = next.url and earlier.status = 'pending'
            and earlier.created_at < next.created_at)
        order by next.next_at
        limit (select case when rows < ${most} then ${most} - rows else 0 end from handed)`.execute(db);
      return rows.map(({ id, handed }, at) => ({ id, place: Number(handed) + at }));
    },

    ...markedRows(db, clock, "webhook_deliveries", {
      isWaiting: () => sql<SqlBool>`status = 'pending' and next_at <= ${clock.now()}`,
      isHandedOver: handedOver,
      hasNotEnded: sql<SqlBool>`ended_at is null`,
      again: {},
    }),
  };
}
