/** A failed tool call, with a message that an agent can act on. */
export class Fault extends Error {
  override name = "Fault";
}
