import { describe, expect, test } from "vitest";
import { catalogue, type ErrorCode } from "../../contract/catalogue.ts";
import { WinnowError } from "../../contract/errors.ts";
import { shownError } from "./agent-words.ts";

const shown = (error: WinnowError) => shownError({ log: { error() {} } }, error, "0192a4b0-id");

/** Errors of HTTP itself: no tool call can cause them. */
const onlyOverHttp: ErrorCode[] = [
  "key_missing",
  "not_found",
  "method_not_allowed",
  "not_acceptable",
  "body_too_large",
];

describe("an error of a tool call", () => {
  const codes = (Object.keys(catalogue) as ErrorCode[]).filter((code) => !onlyOverHttp.includes(code));

  test.each(codes)("%s names no header, path or body", (code) => {
    const headers = { "retry-after": "7" };
    expect(shown(new WinnowError(code, undefined, { headers }))).not.toMatch(
      /\bx-[a-z]|Retry-After|Idempotency-Key|\b(?:GET|POST) \/|\bbody\b|the items/,
    );
  });

  test("names fields as arguments, and the operation that looks a value up as one to execute", () => {
    const detail = [
      { loc: ["body", "filters", 0, "city"], msg: "Input should be a valid string", type: "string_type" },
    ];
    const hint = "city: Look up valid values with POST /api/toys/places.";
    expect(shown(new WinnowError("validation", detail as never, { hint }))).toBe(
      "422 validation: request.filters.0.city: Input should be a valid string city: Look up valid values with execute (operation toys/places). Nothing was charged.",
    );
  });

  test("says once that nothing was charged, how long to wait, and which id to quote", () => {
    expect(shown(new WinnowError("overloaded", undefined, { headers: { "retry-after": "7" } }))).toMatch(
      /deadline\. Wait for 7 seconds, then send it again\. Nothing was charged\.$/,
    );
    expect(shown(new WinnowError("unreadable"))).toContain("Report 0192a4b0-id;");
  });
});
