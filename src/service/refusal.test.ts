import { describe, expect, test } from "vitest";
import type { Price } from "../contract/price.ts";
import { flat, perResults } from "../contract/price.ts";
import type { WindowName } from "../metering/types.ts";
import { refusal } from "./refusal.ts";
import type { Entry } from "./registry.ts";

const NOW = Date.parse("2027-03-01T12:00:00.000Z");
const entry = (price: Price) => ({ operation: { price } }) as unknown as Entry;
const tenResults = entry(perResults({ credits: 3, results: 10 }));

describe("over a window", () => {
  const over = (name: WindowName, inMs: number) => {
    const window = { name, limit: 20, usage: 20, resets_at: NOW + inMs };
    return refusal({ kind: "over_window", window, points: 1, windows: [window] }, tenResults, 3, NOW);
  };

  test.each([
    [59_000, "59"],
    [59_001, "60"],
    [1, "1"],
    [0, "1"],
  ])("over a window that opens in %i ms, Retry-After is %s", (inMs, seconds) => {
    expect(over("minutely", inMs).headers).toEqual({ "retry-after": seconds });
  });

  test.each([
    ["ten_second", "10 seconds"],
    ["minutely", "minute"],
    ["hourly", "hour"],
    ["daily", "day"],
    ["monthly", "month"],
  ] as const)("the %s one is named, with the time it opens", (name, words) => {
    expect(over(name, 30_500)).toMatchObject({
      status: 429,
      code: "rate_limited",
      detail: `Rate limit exceeded: 20 requests per ${words}. The window opens again at 2027-03-01T12:00:30.500Z, in 31 s.`,
    });
  });
});

test("too few points: the price, the points and the largest count they buy", () => {
  const short = { kind: "not_enough_points" as const, points: 7, windows: [] };
  expect(refusal(short, tenResults, 9, NOW).detail).toBe(
    "Not enough points: this request can cost 9, and 7 are left. The largest count they buy is 20.",
  );
  expect(refusal(short, entry(flat(9)), 9, NOW).detail).toBe(
    "Not enough points: this request can cost 9, and 7 are left.",
  );
});

test("too few points while a trial's wait for the confirmed address: the refusal says how to get them", () => {
  const short = { kind: "not_enough_points" as const, points: 0, windows: [] };
  expect(refusal(short, entry(flat(9)), 9, NOW, 1_000).detail).toBe(
    "Not enough points: this request can cost 9, and 0 are left. 1000 points come when the account's address is confirmed: open the link in the mail, or send it again from the dashboard.",
  );
});

test("over a spending cap: whose it is, the price and what the cap leaves", () => {
  const capped = { kind: "over_spending_cap" as const, left: 2, points: 50, windows: [] };
  expect(refusal({ ...capped, whose: "key" }, tenResults, 9, NOW)).toMatchObject({
    code: "over_spending_cap",
    detail: "The key's spending cap is reached: this request can cost 9, and the cap leaves 2.",
  });
  expect(refusal({ ...capped, whose: "member" }, tenResults, 9, NOW)).toMatchObject({
    code: "over_spending_cap",
    detail:
      "The spending cap of the member who has this key is reached: this request can cost 9, and the cap leaves 2. An owner or admin of the account can raise it on the Members page.",
  });
});

test.each(["key_revoked", "key_expired"] as const)("a key that ended in the meantime is %s", (why) => {
  expect(refusal({ kind: "key_ended", why }, tenResults, 3, NOW)).toMatchObject({ code: why, status: 401 });
});

test("an Idempotency-Key whose request is still running may be retried when its process would be silent for too long", () => {
  expect(refusal({ kind: "running", until: NOW + 6_100 }, tenResults, 3, NOW)).toMatchObject({
    code: "idempotency_running",
    status: 409,
    headers: { "retry-after": "7" },
  });
});

test("an Idempotency-Key of another body is 422 and names the header", () => {
  expect(refusal({ kind: "other_body" }, tenResults, 3, NOW)).toMatchObject({
    code: "idempotency_mismatch",
    status: 422,
    detail: [
      {
        type: "value_error",
        loc: ["header", "idempotency-key"],
        msg: expect.stringMatching(/was used with another body; use a new one/),
      },
    ],
  });
});
