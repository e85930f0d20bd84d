import type { Plans } from "../../../src/accounts/plans.ts";

/** A plan without rate limits. */
export const openPlan = (points: number): Plans => ({
  free: { points, once: true, ten_second: 1e9, minutely: 1e9, hourly: 1e9, daily: 1e9, monthly: 1e9 },
});
