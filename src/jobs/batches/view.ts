import { iso, isoOrNull } from "../../base/iso.ts";
import { optionsOfRow } from "../../contract/call-options.ts";
import type { Row } from "../../store/schema.ts";
import { resumesWhen } from "../pauses.ts";
import type { BatchView } from "../work-views.ts";
import type { BatchCounts, createBatchItems } from "./items.ts";
import { waitUntil } from "./wait-store.ts";

type BatchRow = Row<"batches">;

export async function toBatchView(items: ReturnType<typeof createBatchItems>, row: BatchRow): Promise<BatchView> {
  const expired = await items.expired(row);
  return {
    id: row.id,
    operation: row.endpoint,
    // A batch that is still being stored is not visible; if one is read anyway, it is about to run.
    status: row.status === "admitting" ? "running" : row.status,
    pause_reason: row.pause_reason,
    resumes: resumesWhen("batch", row),
    waiting: waitOf(row),
    wait_until: iso(waitUntil(row)),
    total: row.total,
    invalid: row.invalid_lines,
    ...withForgotten(row, await items.counts(row.id)),
    records_expired: expired.reduce((sum, { records }) => sum + records, 0),
    cost_at_most: row.cost_at_most,
    max_cost: optionsOfRow(row).max_cost ?? null,
    destination: row.destination_id,
    created_at: iso(row.created_at),
    ended_at: isoOrNull(row.ended_at),
  };
}

const waitOf = ({ waiting_since, next_try_at, wait_reason }: BatchRow): BatchView["waiting"] =>
  waiting_since === null || next_try_at === null
    ? null
    : { reason: wait_reason ?? "", since: iso(waiting_since), next_try_at: iso(next_try_at) };

/** Counts requests that were cancelled before they started, whose rows are not kept. */
function withForgotten({ status, total }: BatchRow, counts: BatchCounts): BatchCounts {
  if (status !== "cancelled") return counts;
  const { items } = counts;
  const kept = Object.values(items).reduce((sum, some) => sum + some, 0);
  return { ...counts, items: { ...items, cancelled: items.cancelled + total - kept } };
}
