import type { Kysely } from "kysely";
import { putRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { LEVELS, type PointsNotice } from "./points-watch.ts";

type Level = PointsNotice["used"];

/** The levels of used points at which an account's owner gets a mail: all, unless they chose. */
export async function readPointsLevels(db: Kysely<Schema>, accountId: string): Promise<Level[]> {
  const row = await db
    .selectFrom("alert_settings")
    .where("account_id", "=", accountId)
    .select("points_levels")
    .executeTakeFirst();
  if (!row) return [...LEVELS];
  const chosen: number[] = JSON.parse(row.points_levels);
  return LEVELS.filter((level) => chosen.includes(level));
}

export const choosePointsLevels = (db: Kysely<Schema>, accountId: string, levels: number[]) =>
  putRow(db, "alert_settings", { account_id: accountId }, { points_levels: JSON.stringify(levels) });
