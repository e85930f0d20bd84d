import { humanise } from "./format.ts";

/** A value that can be sent, with its display name. */
export interface Option {
  value: string;
  label: string;
  /** The heading it is listed under. */
  group?: string | undefined;
  /** The number of results that have it. */
  results?: number | undefined;
  /** Not a value itself, but leads to values: an estate to its units. */
  step?: boolean | undefined;
}

/** Options named after their values. */
export const toOptions = (...values: string[]): Option[] => values.map((value) => ({ value, label: humanise(value) }));

/** Options with their own words. Whole numbers come first and sorted, as in any object. */
export const labelled = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Where a picker gets its options: matches for the typed text, best first. */
export interface OptionSource {
  /** Identifies the source. Responses are cached under it. */
  key: readonly unknown[];
  /** An empty text requests the options to show immediately; `within` is the chosen step. */
  find(words: string, within: string | null): Promise<Option[]>;
  /** The label of a value that was chosen before any search. */
  labelOf(value: string): string;
  /** Shown if there are no options before the user types. */
  hint: string;
}

/** A source whose options are all in memory. */
export const listSource = (key: readonly unknown[], options: Option[]): OptionSource => ({
  key: ["list", ...key],
  find: async (words) => options.filter((option) => hasWords(option, words)),
  labelOf: (value) => options.find((option) => option.value === value)?.label ?? value,
  hint: "Nothing to choose from",
});

export const hasWords = ({ value, label }: Option, words: string): boolean =>
  `${label} ${value}`.toLowerCase().includes(words.trim().toLowerCase());

/** Options grouped under their headings. */
export function grouped(options: Option[]) {
  const plain = ({ value, label }: Option) => ({ value, label });
  if (options.every(({ group }) => group === undefined)) return options.map(plain);
  return [...Map.groupBy(options, ({ group }) => group ?? "Chosen")].map(([group, items]) => ({
    group,
    items: items.map(plain),
  }));
}
