import { expect, test } from "vitest";
import { cronWords } from "./cron-words.ts";

test.each([
  ["0 * * * *", "Every hour"],
  ["5 * * * *", "Every hour at :05"],
  ["0 7 * * *", "Every day at 07:00"],
  ["30 18 * * 1-5", "Weekdays at 18:30"],
  ["0 7 * * 1", "Every Monday at 07:00"],
  ["0 7 * * 7", "Every Sunday at 07:00"],
  ["15 6 1 * *", "On day 1 of the month at 06:15"],
  ["*/5 * * * *", "*/5 * * * *"],
  ["0 7 1 * 1", "0 7 1 * 1"],
  ["0 7 * 3 *", "0 7 * 3 *"],
  ["@daily", "@daily"],
])("%s is %s", (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});
