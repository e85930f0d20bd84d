/** Polls until something is so; returns the seconds that it took. */
export async function until(isSo: () => Promise<boolean> | boolean, everyMs = 50, withinMs = 120_000): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > withinMs) throw new Error("the condition was not met within two minutes");
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return (performance.now() - startedAt) / 1000;
}

/** Whether something answers at an address, and well. */
export const isWell = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
