import pg from "pg";
import type { Plans } from "../../accounts/plans.ts";
import type { PostgresStore } from "../../store/open-store.ts";
import { prepared, shareOfPool } from "../../store/postgres-settings.ts";
import { PRACTICE_POINTS, PRACTICE_PREFIX } from "../../store/practice-id.ts";
import { isStoreUnavailable } from "../../store/store-unavailable.ts";
import { batchedEngine } from "../batched-engine.ts";
import type { Command, LedgerEngine, Result } from "../commands.ts";

/** A batch takes milliseconds. One that takes this long is waiting for an unresponsive server. */
const BATCH_TIMEOUT_MS = 5_000;

const PROBE = `
  with probe as (
    insert into store_facts (name, value)
    values ('probe', (select string_agg(md5(random()::text), '') from generate_series(1, 256)))
    on conflict (name) do update set value = excluded.value returning name)
  select winnow_ledger('[]'::json, $1::json) from probe`;

const MAX_PER_BATCH = 200;

/** One round trip per batch: the statement is its own transaction. */
export function createPostgresEngine(
  store: Pick<PostgresStore, "openLedgerPool" | "settings">,
  plans: Plans,
  { lanes = shareOfPool(store.settings).ledger }: { lanes?: number } = {},
): LedgerEngine {
  const { queryTimeoutMs } = store.settings;
  const timeoutMs = Math.min(BATCH_TIMEOUT_MS, queryTimeoutMs || BATCH_TIMEOUT_MS);
  // Uses its own connections, so that a long report does not block admissions. The server times out first, so that the
  // outcome is known if it still responds.
  const pool = store.openLedgerPool({ queryTimeoutMs: timeoutMs, statementTimeoutMs: Math.ceil(timeoutMs * 0.8) });
  const plansText = JSON.stringify({ ...plans, [PRACTICE_PREFIX]: PRACTICE_POINTS });

  async function send(commands: Command[]): Promise<Result[]> {
    const { rows } = await pool.query({
      ...prepared(store.settings, "winnow-ledger"),
      text: "select winnow_ledger($1::json, $2::json) as results",
      values: [JSON.stringify([...commands.map(flattened), { do: "end" }]), plansText],
    });
    return JSON.parse(rows[0].results);
  }

  return batchedEngine({
    send,
    lanes,
    max: MAX_PER_BATCH,
    // An error that the server itself reports has rolled the statement back; a lost connection may not have. If the server
    // is going away or too slow, single commands would fare no better.
    leftNothing: (error) => error instanceof pg.DatabaseError && !isStoreUnavailable(error),
    // Writes and allocates space: a full disk can still be read, and may have space for a small row.
    ping: () => pool.query(PROBE, [plansText]),
    close: () => pool.end(),
  });
}

/** The function reads its commands as rows of columns. */
function flattened(command: Command): object {
  if (command.do !== "admit") return command;
  const { starts, ...rest } = command;
  const [s1, s2, s3, s4, s5] = starts;
  return { ...rest, s1, s2, s3, s4, s5 };
}
