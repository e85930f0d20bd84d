import { expect, test } from "vitest";
import type { UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { runsOutNote } from "./runs-out.ts";

const DAY = 86_400_000;
const note = (usage: Partial<UsageAnswer>, waiting = 0) =>
  runsOutNote({ points: 500, points_per_day: 100, runs_out_at: null, ...usage } as UsageAnswer, waiting, 0);

test("the points' end is named once the account is old enough to have a pace", () => {
  expect(note({})).toBe("");
  expect(note({ points_per_day: 0 })).toBe("Nothing spent in the last week");
  expect(note({ runs_out_at: 5 * DAY })).toMatch(/^Enough until .* at 100 a day$/);
  expect(note({ runs_out_at: 500 * DAY })).toBe("Enough for more than a year at 100 a day");
  expect(note({ points: 0 })).toBe("None left");
});

test("points that wait for the confirmed address are named instead", () => {
  expect(note({ points: 0 }, 1_000)).toBe("1,000 come with your confirmed address");
});
