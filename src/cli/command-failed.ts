/** A command that cannot do what was asked: the message says what to do, and `exitCode` tells scripts. */
export class CommandFailed extends Error {
  readonly exitCode: number;
  /** What a program is told besides the message, such as the service's error code. */
  readonly facts: Record<string, unknown>;

  constructor(message: string, exitCode = 1, facts: Record<string, unknown> = {}) {
    super(message);
    this.name = "CommandFailed";
    this.exitCode = exitCode;
    this.facts = facts;
  }
}
