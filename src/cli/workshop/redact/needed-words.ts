/**
 * The words without which `works` fails. Drops halves as long as it works without them, so that a few needed words among
 * thousands are found in a few hundred tries.
 */
export async function neededWords(
  words: readonly string[],
  works: (kept: ReadonlySet<string>) => Promise<boolean>,
): Promise<Set<string>> {
  let kept = new Set(words);
  const drop = async (some: readonly string[]): Promise<void> => {
    const without = kept.difference(new Set(some));
    if (await works(without)) kept = without;
    else if (some.length > 1) {
      const middle = Math.ceil(some.length / 2);
      await drop(some.slice(0, middle));
      await drop(some.slice(middle));
    }
  };
  if (words.length > 0) await drop(words);
  return kept;
}
