import { AskAgain, Unreadable } from "../contract/errors.ts";

/** A plausible response to another question than the one sent. It is retried, and `Unreadable` if it persists. */
export const otherThanAsked = (why: string, inFull = why): AskAgain => new AskAgain(why, new Unreadable(inFull));
