/** For `.catch`: what to do instead, where a failure is of one kind; any other failure stays. */
export const instead =
  <T>(kind: abstract new (...given: never[]) => Error, make: () => T | Promise<T>) =>
  (error: unknown): T | Promise<T> => {
    if (error instanceof kind) return make();
    throw error;
  };
