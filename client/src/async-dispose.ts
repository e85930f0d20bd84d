/// <reference lib="esnext.disposable" preserve="true" />

/** Older runtimes have no such symbol; what compiles `await using` for them looks for this one. */
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? (Symbol.for("Symbol.asyncDispose") as typeof Symbol.asyncDispose);
