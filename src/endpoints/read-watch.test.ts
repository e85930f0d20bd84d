import { expect, test } from "vitest";
import type { ValidationItem } from "../contract/errors.ts";
import type { WatchRuleInput } from "../jobs/watches/watch-views.ts";
import { limits } from "../limits/limits.ts";
import { decimal, flag, jsonRecord, list, sub, text } from "../source-kit/record.ts";
import { readWatch } from "./read-schedule.ts";

const Price = jsonRecord("WatchedPrice", {
  amount: decimal().meaning("A number."),
  currency: text().meaning("A text."),
});
const record = jsonRecord("Watched", {
  id: text().meaning("A text."),
  price: sub(Price).meaning("What it costs."),
  sold: flag().meaning("Yes or no."),
  tags: list(Price).meaning("Prices."),
  score: decimal().meaning("A number."),
});
const entry = { operation: { record } } as unknown as Parameters<typeof readWatch>[0];

function fault(track: string[], rules: WatchRuleInput[]): [ValidationItem["loc"], string] {
  try {
    readWatch(entry, track, rules);
  } catch (error) {
    const [{ loc, msg }] = (error as { detail: [ValidationItem] }).detail;
    return [loc, msg];
  }
  throw new Error("it was taken");
}

test("fields of rules are tracked, each once, and omitted values are null", () => {
  const rules: WatchRuleInput[] = [
    { field: "price.amount", when: "below", value: 400 },
    { field: "score", when: "changes_by_percent", value: 10 },
    { field: "sold", when: "becomes", value: true },
    { field: "score", when: "appears" },
    { when: "disappears" },
  ];
  expect(readWatch(entry, ["score"], rules)).toEqual({
    track: ["score", "price.amount", "sold"],
    rules: rules.map(({ field = null, when, value = null }) => ({ field, when, value })),
  });
});

test.each<[string[], WatchRuleInput[], ValidationItem["loc"], RegExp]>([
  [["price.amont"], [], ["body", "track", 0], /no field "amont" in price. Did you mean amount\?/],
  [["scor"], [], ["body", "track", 0], /Did you mean score\?/],
  [["price"], [], ["body", "track", 0], /not a single value/],
  [["tags.amount"], [], ["body", "track", 0], /not a single value/],
  [[], [{ field: "scores", when: "appears" }], ["body", "rules", 0, "field"], /Did you mean score\?/],
  [[], [{ when: "below", value: 4 }], ["body", "rules", 0, "field"], /below needs a field/],
  [[], [{ field: "score", when: "below", value: "4" }], ["body", "rules", 0, "value"], /needs a number/],
  [[], [{ field: "score", when: "above" }], ["body", "rules", 0, "value"], /needs a number/],
  [[], [{ field: "sold", when: "below", value: 1 }], ["body", "rules", 0, "field"], /which sold is not/],
  [[], [{ field: "score", when: "changes_by_percent", value: 0 }], ["body", "rules", 0, "value"], /above 0/],
  [[], [{ field: "sold", when: "becomes", value: "yes" }], ["body", "rules", 0, "value"], /sold is boolean/],
  [[], [{ field: "sold", when: "becomes" }], ["body", "rules", 0, "value"], /sold is boolean/],
  [[], [{ field: "sold", when: "appears", value: true }], ["body", "rules", 0, "value"], /takes no value/],
])("%j %j is rejected at its position", (track, rules, loc, words) => {
  expect(fault(track, rules)).toEqual([loc, expect.stringMatching(words)]);
});

test("a schedule tracks limits.watchFields, those of its rules included", () => {
  const many = Object.fromEntries(
    Array.from({ length: limits.watchFields.max + 1 }, (_, at) => [`n${at}`, decimal().meaning("A number.")]),
  );
  const wide = { operation: { record: jsonRecord("Wide", many) } } as unknown as typeof entry;
  expect(() => readWatch(wide, Object.keys(many).slice(1), [])).not.toThrow();
  expect(() => readWatch(wide, Object.keys(many), [])).toThrow();
});
