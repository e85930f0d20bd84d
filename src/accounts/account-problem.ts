/** A request that is refused, with a message for the user who made it. */
export class AccountProblem extends Error {
  override name = "AccountProblem";
}
