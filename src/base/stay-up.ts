interface Log {
  error(context: object, message: string): void;
}

/**
 * Keeps the process running after a fault in a timer, listener or callback: only the work it belongs to fails, and the
 * fault is logged. Without this Node ends the process. Call it after a successful start: a start that fails must end the
 * process.
 */
export function stayUp(log: Log): void {
  process.on("uncaughtException", (error, origin) => {
    try {
      log.error({ err: error, origin }, "A callback failed. The process goes on; please report this as a bug.");
    } catch {
      // The process does not end because a log cannot be written, either.
    }
  });
}
