import type { Insertable, Kysely } from "kysely";
import type { Retention } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { createTokenBucket, type TokenBucket } from "../base/token-bucket.ts";
import { withoutSecrets } from "../base/without-secrets.ts";
import { limits } from "../limits/limits.ts";
import type { AdmissionRequest } from "../metering/types.ts";
import { keepNewest } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { storable } from "../store/storable.ts";
import type { CallKind } from "./call-log-types.ts";
import { Timeline } from "./timeline.ts";

/** Lines of an account between two checks of its total. */
const TRIM_EVERY = 200;
/** Upper bound of the write queue; further lines are dropped. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;
const ROWS_PER_STATEMENT = 50;
const MAX_BODY = 16_384;
const MAX_HEADER = 1_000;
/** Accounts whose rate is remembered. */
const MAX_PACES = 10_000;

/** A submitted job also has a row in `requests`, although the submitting call itself was not admitted. */
export const kindAt = (kind: CallKind, status: number): CallKind =>
  kind === "refused" && status < 400 ? "admitted" : kind;

/** A call that has its response. */
export interface EndedCall {
  requestId: string;
  accountId: string;
  keyId: string;
  endpoint: string;
  source: string;
  entryPoint: AdmissionRequest["entryPoint"];
  kind: CallKind;
  startedAt: number;
  status: number;
  errorCode: string | null;
  errorText: string | null;
  /** The client's network address. */
  address: string;
  /** The body sent; null if `requests` has it. */
  body: string | null;
  headersIn: Record<string, unknown>;
  headersOut: Record<string, unknown>;
  timeline: Timeline;
  retention: Retention;
}

/** Of a call that leaves no trace only what its charge says as well. */
const withoutTrace = (call: EndedCall): EndedCall => ({
  ...call,
  errorCode: null,
  errorText: null,
  address: "",
  body: null,
  headersIn: {},
  headersOut: {},
  timeline: new Timeline(call.startedAt),
});

interface Pace {
  all: TokenBucket;
  /** For calls rejected for overload: they are all alike and come when the process is busiest. */
  refused: TokenBucket;
  skipped: number;
}

interface Waiting {
  row: Insertable<Schema["call_log"]>;
  bytes: number;
}

export type CallLog = ReturnType<typeof createCallLog>;

/** Logs every call of a known account with its response. Written in the background: no call waits for it. */
export function createCallLog(db: Kysely<Schema>, clock: Clock) {
  const paces = new Map<string, Pace>();
  const sinceTrim = new Map<string, number>();
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> | null = null;

  function paceOf(accountId: string): Pace {
    let pace = paces.get(accountId);
    if (!pace) {
      const now = () => clock.now();
      pace = {
        all: createTokenBucket({ perSecond: limits.callLogLines.max, max: limits.callLogBurst.max, now }),
        refused: createTokenBucket({ perSecond: limits.refusedLogLines.max, max: limits.refusedLogBurst.max, now }),
        skipped: 0,
      };
      if (paces.size >= MAX_PACES) paces.clear();
      paces.set(accountId, pace);
    }
    return pace;
  }

  /** Whether there is capacity for a line; if not, the call is counted as skipped. */
  function takes(pace: Pace, of: "all" | "refused"): boolean {
    const isThere = pace[of].take();
    if (!isThere) pace.skipped++;
    return isThere;
  }

  /** Queues the line if there is capacity. Returns immediately. */
  function note(call: EndedCall): void {
    const pace = paceOf(call.accountId);
    if (!takes(pace, "all")) return;
    const row = toRow(call.retention === "none" ? withoutTrace(call) : call, clock.now(), pace.skipped);
    pace.skipped = 0;
    const bytes = (row.body?.length ?? 0) + row.headers_in.length + row.headers_out.length + row.steps.length;
    if (waitingBytes + bytes > MAX_WAITING_BYTES) return;
    waiting.push({ row, bytes });
    waitingBytes += bytes;
    writing ??= write().finally(() => {
      writing = null;
    });
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.slice(0, ROWS_PER_STATEMENT);
      waiting = waiting.slice(ROWS_PER_STATEMENT);
      try {
        await db
          .insertInto("call_log")
          .values(some.map(({ row }) => row))
          .execute();
        await trim(some.map(({ row }) => row.account_id));
      } catch {
        // Dropped: the call has its response, and only its line is lost.
      } finally {
        for (const { bytes } of some) waitingBytes -= bytes;
      }
    }
  }

  /** Occasionally deletes all but the newest lines of each account. */
  async function trim(accountIds: string[]): Promise<void> {
    for (const id of accountIds) sinceTrim.set(id, (sinceTrim.get(id) ?? TRIM_EVERY) + 1);
    for (const id of new Set(accountIds)) {
      if ((sinceTrim.get(id) ?? 0) <= TRIM_EVERY) continue;
      if (sinceTrim.size >= MAX_PACES) sinceTrim.clear();
      sinceTrim.set(id, 0);
      await keepNewest(db, "call_log", { of: { account_id: id }, by: "no", max: limits.callLogKept.max });
    }
  }

  return {
    note,
    /** Whether to skip the line of a call that is rejected for overload; if so, it counts as skipped. */
    leavesOut: (accountId: string): boolean => !takes(paceOf(accountId), "refused"),
    /** Resolves once every queued line is written. */
    async written(): Promise<void> {
      await writing;
    },
  };
}

const toRow = (call: EndedCall, endedAt: number, skipped: number): Insertable<Schema["call_log"]> => ({
  request_id: call.requestId,
  account_id: call.accountId,
  key_id: call.keyId,
  endpoint: call.endpoint,
  source: call.source,
  door: call.entryPoint,
  kind: kindAt(call.kind, call.status),
  started_at: call.startedAt,
  ended_at: endedAt,
  status: call.status,
  error_code: call.errorCode,
  error_text: call.errorText === null ? null : storable(call.errorText.slice(0, MAX_BODY)),
  address: call.address,
  body: call.body === null ? null : storable(withoutSecrets(call.body).slice(0, MAX_BODY)),
  headers_in: JSON.stringify(shownHeaders(call.headersIn)),
  headers_out: JSON.stringify(shownHeaders(call.headersOut)),
  steps: JSON.stringify({ steps: call.timeline.steps, left_out: call.timeline.leftOut }),
  skipped,
});

/** Credentials are never stored. */
const SECRET = /^(access-token|authorization|proxy-authorization|cookie|set-cookie)$|secret|password|api-?key/i;

function shownHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        SECRET.test(name) ? "(not kept)" : storable(withoutSecrets(String(value)).slice(0, MAX_HEADER)),
      ]),
  );
}
