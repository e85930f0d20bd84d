import type pg from "pg";
import { Batcher } from "../../base/batcher.ts";
import { HEARTBEAT_MS } from "../../metering/hold-leases.ts";
import { openPgBoss, PG_BOSS_SCHEMA } from "../../store/pg-boss.ts";
import { keyedUuid } from "../keyed-id.ts";
import type { Taken, WorkEngine } from "./work-engine.ts";

const QUEUE = {
  heartbeatSeconds: HEARTBEAT_MS / 1000,
  // Only a silent worker loses its work, however long it takes. Our rows count the attempts and end the work.
  expireInSeconds: 86_399,
  retryLimit: 1_000_000,
  retryDelay: 0,
};

/** Queues with work, and whether some of it has a silent worker: a supervision of pg-boss takes nine statements. */
const QUEUED = `select name, bool_or(state = 'active') as silent from ${PG_BOSS_SCHEMA}.job
  where state < 'active' or (state = 'active'
    and heartbeat_on + heartbeat_seconds * interval '1 second' < ${PG_BOSS_SCHEMA}.job_now())
  group by name`;

/** Completions in one statement. */
const MAX_TOGETHER = 200;

/** pg-boss on the store's PostgreSQL: several processes share its queues. It only ever holds work that has not ended. */
export async function openPgBossEngine(pool: pg.Pool, onError: (error: unknown) => void): Promise<WorkEngine> {
  const boss = openPgBoss(pool, onError);
  await boss.start();
  const created = new Map<string, Promise<void>>();

  /** Queues are made when they are first used: a row may name a source that this process does not have. */
  function queueOf(name: string): Promise<void> {
    const made = created.get(name) ?? boss.createQueue(name, QUEUE);
    created.set(name, made);
    made.catch(() => created.delete(name));
    return made;
  }

  const attempt = ({ id, retry }: Taken) => ({ id: keyedUuid(id), retryCount: retry });
  /** pg-boss's types leave out what its commands return. */
  const affected = (response: object): number => (response as { affected: number }).affected;

  /** Work that ends while a statement is under way leaves with the next one. */
  const completions = new Batcher<Taken, void>(
    async (taken) => {
      for (const [queue, some] of Map.groupBy(taken, (one) => one.queue))
        await boss.deleteJob(queue, some.map(attempt));
      return [];
    },
    { lanes: 1, max: MAX_TOGETHER, accountOf: ({ id }) => id, leftNothing: () => true },
  );

  return {
    isShared: true,
    async handOver(queue, offers) {
      await queueOf(queue);
      const jobs = offers.map(({ id, group, priority }) => ({
        id: keyedUuid(id),
        data: { id },
        priority,
        group: { id: group },
      }));
      await boss.insert(queue, jobs);
    },
    async queued() {
      const { rows } = await pool.query<{ name: string; silent: boolean }>(QUEUED);
      for (const { name, silent } of rows) if (silent) await boss.supervise(name);
      return rows.map(({ name }) => name);
    },
    async fetch(queue, max, fullGroups) {
      await queueOf(queue);
      const jobs = await boss.fetch<{ id: string }>(queue, { batchSize: max, ignoreGroups: fullGroups });
      return jobs.map(({ data: { id }, groupId, retryCount }) => ({
        queue,
        id,
        group: groupId ?? "",
        retry: retryCount,
      }));
    },
    async touch(taken) {
      const lost: Taken[] = [];
      for (const [queue, some] of Map.groupBy(taken, (one) => one.queue)) {
        if (affected(await boss.touch(queue, some.map(attempt))) === some.length) continue;
        for (const one of some) if (affected(await boss.touch(queue, attempt(one))) === 0) lost.push(one);
      }
      return lost;
    },
    complete: (taken) => completions.run(taken),
    fail: async (taken) => void (await boss.fail(taken.queue, attempt(taken))),
    remove: async (queue, id) => void (await boss.deleteJob(queue, keyedUuid(id))),
    async missing(ids) {
      if (ids.length === 0) return [];
      const { rows } = await pool.query(
        `select id from ${PG_BOSS_SCHEMA}.job where id = any($1::uuid[]) and state < 'completed'`,
        [ids.map(keyedUuid)],
      );
      const held = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !held.has(keyedUuid(id)));
    },
    maintain: () => boss.supervise(),
    async close() {
      await completions.drained();
      await boss.stop({ close: false, graceful: false });
    },
  };
}
