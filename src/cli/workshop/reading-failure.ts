import { errorMessage } from "../../base/thrown.ts";
import { SourceError, WinnowError } from "../../contract/errors.ts";
import { NotRecorded } from "../../extraction/recording/replay-transport.ts";
import { errorText } from "../../service/error-text.ts";
import { CommandFailed } from "../command-failed.ts";

/** Exit codes of `winnow parse` and `winnow replay`, fixed by the README. */
const EXIT = { badCall: 1, blocked: 3, noSuchThing: 4, unknownForm: 5 } as const;

export const READING_EXIT_CODES = `
Exit codes: 0 success (prints [] if there are no records), ${EXIT.badCall} wrong call, ${EXIT.blocked} a block or challenge page,
            ${EXIT.noSuchThing} the site says "no such thing" (412), ${EXIT.unknownForm} the response could not be read.`;

/** What kind of response it was that gave no records. */
export function readingFailure(error: unknown): unknown {
  if (error instanceof NotRecorded) return new CommandFailed(error.message, EXIT.badCall);
  if (error instanceof SourceError) {
    if (error.code === "no_such_thing") return new CommandFailed(errorText(error), EXIT.noSuchThing);
    return new CommandFailed(error.message, error.status === 412 ? EXIT.blocked : EXIT.unknownForm);
  }
  if (error instanceof WinnowError) return new CommandFailed(errorText(error), EXIT.badCall);
  return new CommandFailed(`unreadable response: ${errorMessage(error)}`, EXIT.unknownForm);
}
