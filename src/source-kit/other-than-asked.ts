import { AskAgain, Unreadable } from "../contract/errors.ts";

/** An answer to another question than was asked, which looks as good: asked for again, and `Unreadable` if it stays. */
export const otherThanAsked = (why: string, inFull = why): AskAgain => new AskAgain(why, new Unreadable(inFull));
