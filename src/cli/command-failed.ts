import { FixableError } from "../base/fixable-error.ts";
/** A command that failed: the message says what to do, and `exitCode` is for scripts. */
export class CommandFailed extends FixableError {
  readonly exitCode: number;
  /** Details for programs besides the message, such as the service's error code. */
  readonly facts: Record<string, unknown>;

  constructor(message: string, exitCode = 1, facts: Record<string, unknown> = {}) {
    super(message);
    this.name = "CommandFailed";
    this.exitCode = exitCode;
    this.facts = facts;
  }
}
