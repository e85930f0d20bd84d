import type { Kysely } from "kysely";
import { findPlan, type Plans } from "../accounts/plans.ts";
import type { Credit } from "../accounts/points-ledger.ts";
import type { Caller } from "../accounts/types.ts";
import { pickFacts } from "../contract/answer-facts.ts";
import type { Store } from "../store/open-store.ts";
import type { Schema } from "../store/schema.ts";
import type { AdmitResult, LedgerEngine, RecallCommand, WindowUsage } from "./commands.ts";
import { createEqualRequests } from "./equal-requests.ts";
import { newestCalls } from "./history.ts";
import { createHoldLeases, HEARTBEAT_MS } from "./hold-leases.ts";
import { createMaintenance, type MaintenanceDeps } from "./maintenance.ts";
import { createPostgresEngine } from "./postgres/postgres-engine.ts";
import { watched } from "./readiness.ts";
import { createResultStore } from "./result-store.ts";
import { createSettlement, GRACE_MS, storeAwayOr } from "./settlement.ts";
import { createSqliteEngine } from "./sqlite/sqlite-engine.ts";
import { createTokenQueries } from "./token-queries.ts";
import type { Admission, AdmissionRequest, EndedRequest, Hold, WindowState } from "./types.ts";
import { ExhaustedWindows, type Five, fullWindow, monthAt, planLimits, windowStarts, windowStates } from "./windows.ts";
import { admissionWithoutTrace } from "./without-trace.ts";

const DAY_MS = 86_400_000;
const IDEMPOTENCY_MS = DAY_MS;
interface MeteringDeps extends Omit<MaintenanceDeps, "engine" | "leases"> {
  engine?: LedgerEngine;
}

export type MeteringService = ReturnType<typeof createMetering>;

export function createMetering({ store, clock, plans, engine: given = engineFor(store, plans) }: MeteringDeps) {
  const engine = watched(given, clock);
  const full = new ExhaustedWindows();
  const answers = createResultStore(store, clock);
  const leases = createHoldLeases(store, clock);
  const maintenance = createMaintenance({ store, engine, clock, plans, leases });
  const replayable = new Set<string>();

  const limitsFor = (plan: string): Five => planLimits(findPlan(plans, plan));
  const states = ({ plan, starts, usage }: WindowUsage, now: number): WindowState[] =>
    windowStates(limitsFor(plan), starts, usage, now);

  /** The full window of a key, if it is known without asking the store. */
  const exhausted = ({ key, account }: Caller) => full.refusal(key.id, limitsFor(account.plan), clock.now());

  async function admit(asked: AdmissionRequest): Promise<Admission> {
    const request = asked.retention === "none" ? admissionWithoutTrace(asked) : asked;
    const { caller, idempotency } = request;
    const now = clock.now();
    // A replay is returned regardless of the windows, so such a request always queries the store.
    const known = idempotency ? null : exhausted(caller);
    if (known) return { kind: "over_window", ...known };
    const expiresAt = now + (request.holdSeconds ?? request.timeoutSeconds) * 1000 + GRACE_MS;
    const admitted = engine.run({
      do: "admit",
      accountId: caller.account.id,
      keyId: caller.key.id,
      now,
      starts: windowStarts(now),
      deadAt: leases.endsFrom() > now ? 0 : now,
      month: monthAt(now),
      requestId: request.requestId,
      endpoint: request.endpoint,
      source: request.source,
      door: request.entryPoint,
      cost: request.maxCost,
      timeout: request.timeoutSeconds,
      // A job outlives its process, a call does not.
      expiresAt: request.holdSeconds === undefined ? now + HEARTBEAT_MS : expiresAt,
      params: JSON.stringify(request.params),
      idempotencyKey: idempotency?.key ?? null,
      digest: idempotency?.digest ?? null,
      idempotencyEnds: now + IDEMPOTENCY_MS,
      question: request.question ?? null,
      tags: request.tags ?? null,
      equalSince: request.equalSince ?? null,
    });
    const result = await admitted.catch((error: unknown) => {
      throw storeAwayOr(error);
    });
    return toAdmission(request, result, now, expiresAt);
  }

  async function toAdmission(
    request: AdmissionRequest,
    result: AdmitResult,
    now: number,
    expiresAt: number,
  ): Promise<Admission> {
    if (result.kind === "key_revoked" || result.kind === "key_expired") return { kind: "key_ended", why: result.kind };
    if (result.kind === "running") {
      return { ...result, until: Math.min(Math.max(result.until, leases.endsFrom()), now + HEARTBEAT_MS) };
    }
    if (result.kind === "other_body") return result;
    if (result.kind === "equal" || result.kind === "not_kept") return result;
    const { points } = result;
    const windows = states(result, now);
    switch (result.kind) {
      case "admitted": {
        const hold: Hold = {
          id: String(result.no),
          requestId: request.requestId,
          accountId: request.caller.account.id,
          keyId: request.caller.key.id,
          amount: request.maxCost,
          startedAt: now,
          expiresAt,
          ...(request.retention === "none" && { retention: "none" }),
        };
        if (request.idempotency) replayable.add(hold.id);
        if (request.holdSeconds === undefined) leases.keep(hold);
        return { kind: "admitted", hold, points, windows };
      }
      case "replay": {
        const answer = await answers.read(result.no);
        if (!answer) throw new Error(`the answer of request ${result.no} is gone`);
        return { kind: "replay", answer, points, windows };
      }
      case "over_window": {
        full.remember(request.caller.key.id, { ...result, limits: limitsFor(result.plan) });
        return { kind: "over_window", window: fullWindow(windows)!, points, windows };
      }
      case "over_spending_cap":
        return { kind: "over_spending_cap", whose: result.whose, left: result.left, points, windows };
      case "not_enough_points":
        return { kind: "not_enough_points", points, windows };
    }
  }

  const accrue = (accountId: string, instead: number | null = null) =>
    engine.run({ do: "accrue", accountId, now: clock.now(), month: monthAt(clock.now()), instead });

  return {
    admit,
    settle: createSettlement({ engine, clock, answers, replayable, leases }),
    credit: (credit: Credit) => engine.run({ do: "credit", now: clock.now(), ...credit }),
    accrue,
    /** Returns the charge of a recalled request, once. */
    recall: (one: Pick<RecallCommand, "accountId" | "keyId" | "no" | "recallNo">) =>
      engine.run({ do: "recall", now: clock.now(), ...one }),
    ...createTokenQueries({ db: store.db, clock, plans, accrue }),
    ...createEqualRequests({ db: store.db, clock, answers }),
    /** Whether calls can be admitted. */
    isReady: engine.isReady,
    /** What is queued for the ledger in this process. */
    ledgerQueue: engine.queue,
    exhausted,
    /** The newest stored response with this request id, which the caller may have chosen and reused; of these sources. */
    async answerOf(accountId: string, requestId: string, sources: string[] | null = null) {
      const request = await newestCalls(store.db, accountId, requestId, sources);
      const answer = request && (await answers.read(request.no));
      return answer && { ...answer, results: request.results };
    },
    /** The same, to be read in pieces. */
    async openAnswer(accountId: string, requestId: string) {
      const request = await newestCalls(store.db, accountId, requestId);
      const answer = request && (await answers.open(request.no));
      return answer && { ...answer, endpoint: request.endpoint, results: request.results };
    },
    /** A job's records, even if other calls have used its id. */
    async openAnswerOfJob(accountId: string, jobId: string) {
      const no = await jobRequestNo(store.db, accountId, jobId);
      return no === null ? null : answers.open(no);
    },
    /** The state of a job's admission: its open hold, how it ended, or null if it was never admitted. */
    admissionOf: (accountId: string, requestId: string) => readJobAdmission(store.db, accountId, requestId),
    maintenance,
    async close() {
      await maintenance.close();
      await answers.written();
      await engine.close();
    },
  };
}

const engineFor = (store: Store, plans: Plans): LedgerEngine =>
  store.dialect === "sqlite" ? createSqliteEngine(store, plans) : createPostgresEngine(store, plans);

type JobAdmission = { kind: "open"; hold: Hold } | ({ kind: "ended" } & EndedRequest);

/** The request of a job. A caller can also send a job's id with a direct call: that is another request. */
const requestOfJob = (db: Kysely<Schema>, accountId: string, jobId: string) =>
  db
    .selectFrom("requests")
    .where("request_id", "=", jobId)
    .where("account_id", "=", accountId)
    .where("door", "=", "jobs")
    .orderBy("no", "desc");

const jobRequestNo = async (db: Kysely<Schema>, accountId: string, jobId: string): Promise<number | null> =>
  (await requestOfJob(db, accountId, jobId).select("no").executeTakeFirst())?.no ?? null;

/** A worker that takes over a job continues with the previous one's hold. */
export async function readJobAdmission(
  db: Kysely<Schema>,
  accountId: string,
  requestId: string,
): Promise<JobAdmission | null> {
  const row = await requestOfJob(db, accountId, requestId).selectAll().executeTakeFirst();
  if (!row) return null;
  if (row.ended_at !== null) {
    const { status, cost, results, upstream_pages: pages, error_text: errorText } = row;
    return { kind: "ended", status: status ?? 500, cost, results, pages, errorText, facts: pickFacts(row) };
  }
  return {
    kind: "open",
    hold: {
      id: String(row.no),
      requestId,
      accountId,
      keyId: row.key_id,
      amount: row.held,
      startedAt: row.started_at,
      expiresAt: row.expires_at,
    },
  };
}
