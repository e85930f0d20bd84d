import { type Static, Type } from "typebox";
import { choice, integer, listOf, mapOf, orNull, words } from "../contract/shapes.ts";

/** Outcome of a call. Only an admitted one has a row in `requests`. */
export const callKinds = ["admitted", "refused", "replayed", "dry_run"] as const;
export type CallKind = (typeof callKinds)[number];

/** One step of a call: queueing, admission, waiting for the site's permit, a page, parsing it, settlement. */
const Step = Type.Object({
  name: choice(["queue", "admission", "permit", "page", "parse", "settle"]),
  at: Type.Number({ description: "Milliseconds after the call began." }),
  ms: Type.Number(),
  note: Type.Optional(words({ description: "The outcome, if not obvious." })),
  queued: Type.Optional(
    Type.Object(
      { position: integer(), expectedMs: Type.Number() },
      { description: "A wait for the site's permit: the place in the queue at its start, and the wait expected then." },
    ),
  ),
});
export type Step = Static<typeof Step>;

/** Details of a call besides its row, kept for 7 days. */
export const CallDetails = Type.Object({
  body: orNull(words()),
  address: words({ description: "Where it came from." }),
  error_code: orNull(words()),
  headers_in: mapOf(words()),
  headers_out: mapOf(words()),
  steps: listOf(Step),
  steps_left_out: integer(),
});
export type CallDetails = Static<typeof CallDetails>;
