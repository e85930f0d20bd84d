import { FixableError } from "../base/fixable-error.ts";
/** A request that is refused, with a message for the user who made it. */
export class AccountProblem extends FixableError {
  override name = "AccountProblem";
  readonly statusCode: number = 400;
}

/** There is no such thing, or none that this person may know of. */
export class NoSuchThing extends AccountProblem {
  override readonly statusCode = 404;

  constructor(thing: string) {
    super(`There is no such ${thing}.`);
  }
}
