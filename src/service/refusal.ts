import { WinnowError } from "../contract/errors.ts";
import { usedWithAnother, usedWithoutTrace } from "../contract/used-key.ts";
import { capReached } from "../metering/spending-cap.ts";
import type { Admission, WindowName } from "../metering/types.ts";
import type { Entry } from "./registry.ts";

export type Refused = Exclude<Admission, { kind: "admitted" | "replay" | "equal" }>;

const windowWords: Record<WindowName, string> = {
  ten_second: "10 seconds",
  minutely: "minute",
  hourly: "hour",
  daily: "day",
  monthly: "month",
};

/** Why a request was not admitted, in words that tell the caller what to do. */
export function refusal(refused: Refused, { operation }: Entry, cost: number, now: number, waiting = 0): WinnowError {
  switch (refused.kind) {
    case "over_window": {
      const { name, limit, resets_at } = refused.window;
      const seconds = secondsUntil(resets_at, now);
      return new WinnowError(
        "rate_limited",
        `Rate limit exceeded: ${limit} requests per ${windowWords[name]}. The window opens again at ${new Date(resets_at).toISOString()}, in ${seconds} s.`,
        { headers: { "retry-after": seconds } },
      );
    }
    case "not_enough_points": {
      const affordable = operation.price.affordable(refused.points);
      const advice = affordable === null ? "" : `The largest count they buy is ${affordable}.`;
      return notEnoughPoints(`this request can cost ${cost}`, { ...refused, waiting }, advice);
    }
    case "over_spending_cap":
      return capReached(refused, `this request can cost ${cost}`);
    case "key_ended":
      return new WinnowError(refused.why);
    case "running":
      return new WinnowError("idempotency_running", undefined, {
        headers: { "retry-after": secondsUntil(refused.until, now) },
      });
    case "not_kept":
      return new WinnowError("result_not_kept", usedWithoutTrace());
    case "other_body":
      return new WinnowError("idempotency_mismatch", usedWithAnother("body"));
  }
}

/** The `waiting` points come with the confirmed address. */
type Balance = Record<"points" | "waiting", number>;

const secondsUntil = (until: number, now: number): string => String(Math.max(1, Math.ceil((until - now) / 1000)));

export function notEnoughPoints(need: string, { points, waiting }: Balance, advice: string): WinnowError {
  const coming = `${waiting} points come when the account's address is confirmed: open the link in the mail, or send it again from the dashboard.`;
  const sentences = [`Not enough points: ${need}, and ${points} are left.`, advice, waiting > 0 ? coming : ""];
  return new WinnowError("not_enough_points", sentences.filter(Boolean).join(" "));
}
