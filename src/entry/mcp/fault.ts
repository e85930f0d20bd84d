/** A tool call that cannot be done: words an agent can act on. */
export class Fault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Fault";
  }
}
