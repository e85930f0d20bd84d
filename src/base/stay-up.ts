interface Log {
  error(context: object, message: string): void;
}

/**
 * A fault in a timer, a listener or a callback fails what it belongs to, and nothing else: it is logged, and the process
 * goes on for its other callers. Without this Node ends the process. Called once the start is over: a start that fails must end.
 */
export function stayUp(log: Log): void {
  process.on("uncaughtException", (error, origin) => {
    try {
      log.error({ err: error, origin }, "A callback failed. The process goes on; please report this as a bug.");
    } catch {
      // A log that cannot be written is no reason to end either.
    }
  });
}
