/// <reference lib="esnext.disposable" preserve="true" />

/** Older runtimes lack this symbol. Compilers of `await using` look for this one instead. */
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? (Symbol.for("Symbol.asyncDispose") as typeof Symbol.asyncDispose);
