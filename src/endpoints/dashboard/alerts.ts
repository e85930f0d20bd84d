import { Type } from "typebox";
import { listOf } from "../../contract/shapes.ts";
import { choosePointsLevels, readPointsLevels } from "../../metering/alert-settings.ts";
import { LEVELS } from "../../metering/points-watch.ts";
import { done, gives, memberGroup } from "./context.ts";
import { AlertsAnswer } from "./views/account.ts";

const { member } = memberGroup("manage", "alerts");

/** Which alerts the owner of an account gets by mail. */
export const alertEndpoints = [
  member("GET /alerts", {
    summary: "When the owner is mailed about points",
    answer: gives(AlertsAnswer),
    handle: async ({ caller }, { store }) => ({
      points_levels: await readPointsLevels(store.db, caller.account.id),
      all_points_levels: [...LEVELS],
    }),
  }),
  member("POST /alerts", {
    summary: "Choose when the owner is mailed",
    body: Type.Object({
      points_levels: listOf(Type.Unsafe<number>({ enum: [...LEVELS] }), { maxItems: LEVELS.length, uniqueItems: true }),
    }),
    examples: [{ points_levels: [80] }],
    answer: done,
    handle: ({ caller, body }, { store }) => choosePointsLevels(store.db, caller.account.id, body.points_levels),
  }),
];
