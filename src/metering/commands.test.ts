import { expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import type { Plans } from "../accounts/plans.ts";
import { pointsDue } from "./commands.ts";

const terms = openPlan(1).free!;
const plans: Plans = {
  monthly: { ...terms, once: false, points: 500 },
  once: { ...terms, once: true, points: 100 },
};
const none = { month: null, points: 0, once: false };

test.each([
  ["a new account has the month's points, all of them", "monthly", none, 500],
  ["a new month gives them again", "monthly", { month: "2027-02", points: 500, once: false }, 500],
  ["within the month they were given", "monthly", { month: "2027-03", points: 500, once: false }, 0],
  ["an upgrade gives the rest", "monthly", { month: "2027-03", points: 200, once: false }, 300],
  ["a downgrade takes nothing back", "monthly", { month: "2027-03", points: 900, once: false }, 0],
  ["a clock that steps back gives nothing", "monthly", { month: "2027-04", points: 500, once: false }, 0],
  ["points for once are given", "once", none, 100],
  ["and not again", "once", { month: null, points: 0, once: true }, 0],
  ["a plan that is gone owes nothing", "gone", none, 0],
])("%s", (_name, plan, granted, due) => {
  expect(pointsDue(plans[plan], granted, "2027-03")).toBe(due);
});
