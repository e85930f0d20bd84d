/** V8's young generation of a thread that only runs statements: left alone it grows to 48 MB before it is collected. */
export const WORKER_LIMITS = { maxYoungGenerationSizeMb: 6 };
