/** A value that can be sent, with the label that people know it by. */
export interface Option {
  value: string;
  label: string;
  /** Under which heading it is listed. */
  group?: string | undefined;
  /** How many results have it. */
  results?: number | undefined;
  /** It is not a value, but leads to some: an estate, to its units. */
  step?: boolean | undefined;
}

/** Where a picker gets its options: what fits the words that were typed, best first. */
export interface OptionSource {
  /** Names the source: answers to the same words are remembered under it. */
  key: readonly unknown[];
  /** Nothing typed asks for what can be shown at once; `within` is the step that was taken before. */
  find(words: string, within: string | null): Promise<Option[]>;
  /** What is known of a value that was chosen before anything was found. */
  labelOf(value: string): string;
  /** What to do where nothing is shown at once. */
  hint: string;
}

/** A source that has all its options at hand. */
export const listSource = (key: readonly unknown[], options: Option[]): OptionSource => ({
  key: ["list", ...key],
  find: async (words) => options.filter((option) => hasWords(option, words)),
  labelOf: (value) => options.find((option) => option.value === value)?.label ?? value,
  hint: "Nothing to choose from",
});

export const hasWords = ({ value, label }: Option, words: string): boolean =>
  `${label} ${value}`.toLowerCase().includes(words.trim().toLowerCase());

/** Options under their headings, as the list shows them. */
export function grouped(options: Option[]) {
  const plain = ({ value, label }: Option) => ({ value, label });
  if (options.every(({ group }) => group === undefined)) return options.map(plain);
  return [...Map.groupBy(options, ({ group }) => group ?? "Chosen")].map(([group, items]) => ({
    group,
    items: items.map(plain),
  }));
}
