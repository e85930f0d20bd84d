import { FixableError } from "../base/fixable-error.ts";
/** A request that is refused, with a message for the user who made it. */
export class AccountProblem extends FixableError {
  override name = "AccountProblem";
}
