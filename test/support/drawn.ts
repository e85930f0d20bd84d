/**
 * Everything runs in CI, and of files that a run names; elsewhere a third that differs from run to run. `CI=true npm test` runs
 * everything on any machine.
 */
const isComplete = (): boolean => Boolean(process.env.CI || process.env.NAMED_FILES);

export function drawnThird<T>(cases: readonly T[]): T[] {
  const first = Math.floor(Math.random() * 3);
  return isComplete() ? [...cases] : cases.filter((_, at) => at % 3 === first);
}

/** True for one of three that ask. */
export const isDrawn = (): boolean => isComplete() || Math.random() < 1 / 3;
