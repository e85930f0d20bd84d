import { Loader, MultiSelect, type OptionsFilter, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";

/** A value that can be sent, with the label that people know it by. */
export interface Option {
  value: string;
  label: string;
  /** Under which heading it is listed. */
  group?: string;
}

/** Where a picker gets its options: what fits the words that were typed, best first. */
export interface OptionSource {
  /** Names the source: answers to the same words are remembered under it. */
  key: readonly unknown[];
  find(words: string, signal: AbortSignal): Promise<Option[]>;
}

interface PickerProps {
  source: OptionSource;
  value: string[];
  onChange: (value: string[]) => void;
  multiple?: boolean;
  label: ReactNode;
  name: string;
  description?: string;
  error?: string | undefined;
  required?: boolean;
  placeholder?: string;
  maxValues?: number | undefined;
}

const MOST_SHOWN = 80;
const TYPING_MS = 250;

/** A list that is searched rather than read: its options come from a source, by what is typed. */
export function Picker({ source, value, onChange, multiple = false, name, maxValues, ...common }: PickerProps) {
  const [words, setWords] = useState("");
  const [asked] = useDebouncedValue(words, TYPING_MS);
  const query = useQuery({
    queryKey: ["options", ...source.key, asked],
    queryFn: ({ signal }) => source.find(asked, signal),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    retry: false,
  });
  const labels = useRef(new Map<string, Option>());
  const data = useMemo(() => {
    const found = query.data ?? [];
    for (const option of found) labels.current.set(option.value, option);
    // What is chosen stays an option, also where the words no longer find it.
    const chosen = value.filter((one) => !found.some((option) => option.value === one));
    return grouped([...chosen.map((one) => labels.current.get(one) ?? { value: one, label: one }), ...found]);
  }, [query.data, value]);
  const shared = {
    ...common,
    data,
    searchable: true,
    clearable: true,
    clearButtonProps: { "aria-label": `Clear ${name}` },
    limit: MOST_SHOWN,
    // The source has searched already.
    filter: (({ options }) => options) satisfies OptionsFilter,
    onSearchChange: setWords,
    nothingFoundMessage: query.isError ? query.error.message : query.isFetching ? "Looking…" : "Nothing fits",
    rightSection: query.isFetching ? <Loader size={14} aria-hidden /> : undefined,
  };
  if (multiple) {
    return (
      <MultiSelect {...shared} hidePickedOptions value={value} onChange={onChange} maxValues={maxValues ?? Infinity} />
    );
  }
  return <Select {...shared} value={value[0] ?? null} onChange={(next) => onChange(next === null ? [] : [next])} />;
}

function grouped(options: Option[]) {
  if (options.every(({ group }) => group === undefined)) return options.map(({ value, label }) => ({ value, label }));
  return [...Map.groupBy(options, ({ group }) => group ?? "Others")].map(([group, items]) => ({
    group,
    items: items.map(({ value, label }) => ({ value, label })),
  }));
}

/** A source that has all its options at hand. */
export const listSource = (key: readonly unknown[], options: Option[]): OptionSource => ({
  key: ["list", ...key],
  find: async (words) => {
    const wanted = words.trim().toLowerCase();
    return options.filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(wanted));
  },
});
