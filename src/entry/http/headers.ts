import { type AnswerFacts, factHeaderNames, factHeaders, noFacts } from "../../contract/answer-facts.ts";
import type { WinnowError } from "../../contract/errors.ts";
import type { WindowName, WindowState } from "../../metering/types.ts";
import { errorText } from "../../service/error-text.ts";
import type { CallState } from "../../service/operation-call.ts";

const seconds: Record<Exclude<WindowName, "monthly">, number> = {
  ten_second: 10,
  minutely: 60,
  hourly: 3600,
  daily: 86_400,
};

function windowSeconds({ name, resets_at }: WindowState): number {
  if (name !== "monthly") return seconds[name];
  const end = new Date(resets_at);
  return (resets_at - Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1)) / 1000;
}

/** `RateLimit-Policy` and `RateLimit` as in the IETF draft: all five windows, on every response. */
export function rateLimitHeaders(windows: WindowState[], now: number): Record<string, string> {
  const left = ({ limit, usage }: WindowState) => Math.max(0, limit - usage);
  const until = ({ resets_at }: WindowState) => Math.max(0, Math.ceil((resets_at - now) / 1000));
  return {
    "ratelimit-policy": windows.map((w) => `"${w.name}";q=${w.limit};w=${windowSeconds(w)}`).join(", "),
    ratelimit: windows.map((w) => `"${w.name}";r=${left(w)};t=${until(w)}`).join(", "),
  };
}

/** The headers of every response of a data operation, whatever the outcome. */
export function callHeaders(state: CallState, now: number): Record<string, string> {
  return {
    "x-request-id": state.requestId,
    "x-execution-time": ((now - state.startedAt) / 1000).toFixed(3),
    "x-credits-charged": String(state.charged),
    ...usageHeaders(state, now),
    ...(state.replayed && { "idempotent-replayed": "true" }),
    ...(state.reused && { "x-cache": state.reused.state, "x-cache-request-id": state.reused.requestId }),
    ...(state.retention === "none" && { "x-retain": "none" }),
    ...(state.hint && { "x-hint": headerLine(state.hint) }),
    ...(state.evidenceKept && { "x-evidence": "kept" }),
    ...factHeaders({ ...(state.facts ?? noFacts), warnings: allWarnings(state) }),
  };
}

export const allWarnings = ({ warnings, facts }: CallState): AnswerFacts["warnings"] =>
  facts ? [...warnings, ...facts.warnings] : warnings;

/** Points and windows: on every response to a known key. */
export const usageHeaders = (
  { points, windows }: Pick<CallState, "points" | "windows">,
  now: number,
): Record<string, string> => ({
  ...(points !== null && { "x-token-points": String(points) }),
  ...(windows && rateLimitHeaders(windows, now)),
});

/** Headers known only when a stream has ended. */
export const streamTrailers = ["x-credits-charged", "x-token-points", ...factHeaderNames];

/** Converts to one line of ASCII. */
function headerLine(text: string): string {
  const line = text.replace(/[^\x20-\x7e]/g, "?");
  return line.length > 500 ? `${line.slice(0, 497)}...` : line;
}

/** `x-error`: the detail; `x-hint`: where to look up the value of a field. */
export function errorHeaders(error: WinnowError): Record<string, string> {
  return {
    "x-error": headerLine(errorText(error)),
    "x-error-code": error.code,
    ...(error.hint && { "x-hint": headerLine(error.hint) }),
    ...(error.status === 503 && error.code !== "not_set_up" && { "retry-after": "1" }),
    ...(error.status === 401 && { "www-authenticate": 'ApiKey realm="winnow", header="access-token"' }),
    ...error.headers,
  };
}
