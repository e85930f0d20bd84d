/** A command that cannot do what was asked: the message says what to do, and `exitCode` tells scripts. */
export class CommandFailed extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = "CommandFailed";
    this.exitCode = exitCode;
  }
}
