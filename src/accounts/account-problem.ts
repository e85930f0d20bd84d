import { FixableError } from "../base/fixable-error.ts";
/** A request that is refused, with a message for the user who made it. */
export class AccountProblem extends FixableError {
  override name = "AccountProblem";
}

/** There is no such thing, or none that this person may know of. */
export class NoSuchThing extends AccountProblem {
  constructor(thing: string) {
    super(`There is no such ${thing}.`);
  }
}
