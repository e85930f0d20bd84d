/** An error that whoever runs Winnow can fix: its message is the sentence that they read, without a stack. */
export class FixableError extends Error {}
