import type pg from "pg";
import { PgBoss } from "pg-boss";

/** pg-boss's own tables. They hold only work that is handed out now, so no backup contains them. */
export const PG_BOSS_SCHEMA = "pgboss";

/** pg-boss on our connections. It does nothing by itself: the jobs' own rounds call it. */
export function openPgBoss(pool: pg.Pool, onError: (error: unknown) => void, migrate = false): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: PG_BOSS_SCHEMA,
    migrate,
    supervise: false,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  return boss.on("error", onError);
}

/** Creates or updates pg-boss's tables, one process at a time under its own lock. */
export async function installPgBoss(pool: pg.Pool): Promise<void> {
  const errors: unknown[] = [];
  const boss = openPgBoss(pool, (error) => errors.push(error), true);
  await boss.start();
  await boss.stop({ close: false, graceful: false });
  if (errors.length > 0) throw errors[0];
}
