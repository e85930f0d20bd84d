/** For `.catch`: a fallback for one kind of error; other errors propagate. */
export const instead =
  <T>(kind: abstract new (...given: never[]) => Error, make: () => T | Promise<T>) =>
  (error: unknown): T | Promise<T> => {
    if (error instanceof kind) return make();
    throw error;
  };
