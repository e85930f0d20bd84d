import { Type } from "typebox";
import { choosePointsLevels, pointsLevelsOf } from "../../../metering/alert-settings.ts";
import { LEVELS } from "../../../metering/points-watch.ts";
import type { AlertsAnswer } from "../api-types.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";

const Choice = Type.Object({
  points_levels: Type.Array(Type.Enum([...LEVELS]), { maxItems: LEVELS.length, uniqueItems: true }),
});

/** What the owner of an account is mailed about. */
export function registerAlertRoutes({ member }: GuardedRoutes, { store }: DashboardParts): void {
  const read = async (accountId: string): Promise<AlertsAnswer> => ({
    points_levels: await pointsLevelsOf(store.db, accountId),
    all_points_levels: [...LEVELS],
  });

  member("GET", "/alerts", {}, ({ person }) => read(person.id));

  member("POST", "/alerts", { body: Choice }, async ({ person, body }) => {
    await choosePointsLevels(store.db, person.id, body.points_levels);
    return read(person.id);
  });
}
