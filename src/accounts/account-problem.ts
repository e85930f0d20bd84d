/** A request that cannot be granted, in words for the person who asked. */
export class AccountProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "AccountProblem";
  }
}
