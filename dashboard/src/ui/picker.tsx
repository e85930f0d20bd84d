import { Group, Loader, MultiSelect, type OptionsFilter, Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { formatNumber } from "./format.ts";
import { grouped, type Option, type OptionSource } from "./options.ts";

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

const MAX_SHOWN = 80;
const TYPING_MS = 250;
/** The option that leads back from a step's values to the steps. */
const BACK = "\u0000back";

/** A select with search: its options come from a source, by the typed text. */
export function Picker({ source, value, onChange, multiple = false, name, maxValues, ...common }: PickerProps) {
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [step, setStep] = useState<Option | null>(null);
  const stepping = useRef(false);
  const typing = useRef<"no" | "now" | "begun">("no");
  const known = useRef(new Map<string, Option>());
  const optionOf = (one: string): Option => known.current.get(one) ?? { value: one, label: source.labelOf(one) };
  // The control puts the label of the chosen option into the search field.
  const words = !multiple && value[0] !== undefined && typed === optionOf(value[0]).label ? "" : typed.trim();
  const [debounced] = useDebouncedValue(words, TYPING_MS);
  const query = useQuery({
    queryKey: ["options", ...source.key, step?.value, debounced],
    queryFn: () => source.find(debounced, step?.value ?? null),
    enabled: opened,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    retry: false,
  });
  const looking = query.isFetching || debounced !== words;
  const found = query.isError ? [] : (query.data ?? []);
  for (const option of found) known.current.set(option.value, option);
  // Chosen values stay options even if the text no longer matches them.
  const chosen = step ? [] : value.filter((one) => !found.some((option) => option.value === one)).map(optionOf);
  const back = step ? [{ value: BACK, label: `‹ Not in ${step.label}` }] : [];

  // Typing replaces the chosen value, also after its label has loaded.
  const input = useRef<HTMLInputElement>(null);
  const selectChosen = () => {
    if (!multiple && words === "") input.current?.select();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text that the control shows is what may have changed.
  useEffect(() => {
    if (opened) selectChosen();
  }, [opened, typed]);

  const close = () => {
    typing.current = "no";
    setOpened(false);
    setStep(null);
  };
  /** Enters a step instead of choosing it: the list stays open and shows the step's values. */
  const takeStep = (next: Option | null) => {
    setStep(next);
    setTyped("");
    setOpened(true);
  };
  const choose = (next: string) => {
    if (next === BACK) return takeStep(null);
    const option = optionOf(next);
    if (option.step) return takeStep(option);
    if (multiple) setTyped("");
    else close();
    onChange(multiple ? [...value, next] : [next]);
  };

  const emptyMessage = (): string => {
    if (query.isError) return query.error.message;
    if (looking) return "Looking…";
    return debounced === "" ? source.hint : `Nothing found for “${debounced}”`;
  };

  const shared = {
    ...common,
    data: grouped([...back, ...found, ...chosen]),
    searchable: true,
    clearable: true,
    clearButtonProps: { "aria-label": `Clear ${name}` },
    limit: MAX_SHOWN,
    // The source has already searched.
    filter: (({ options }) => options) satisfies OptionsFilter,
    searchValue: typed,
    onInput: () => {
      typing.current = "now";
    },
    // The control also shows the label of the chosen option once it has loaded: not over what somebody has begun to type.
    onSearchChange: (next: string) => {
      if (!multiple && typing.current === "begun") return;
      if (typing.current === "now") typing.current = "begun";
      setTyped(next);
    },
    dropdownOpened: opened,
    onDropdownOpen: () => setOpened(true),
    nothingFoundMessage: emptyMessage(),
    rightSection: opened && looking ? <Loader size={14} aria-hidden /> : undefined,
    renderOption: ({ option, checked }: { option: { value: string; label: string }; checked?: boolean }) => (
      <OptionLine option={{ ...optionOf(option.value), label: option.label }} isChosen={checked === true} />
    ),
    ref: input,
    onClick: selectChosen,
    // Enter takes the first match instead of submitting the form.
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== "Enter" || !opened || hasHighlighted(event.currentTarget)) return;
      event.preventDefault();
      const first = found.find((option) => !value.includes(option.value));
      if (first && words !== "" && !looking) choose(first.value);
    },
  };
  if (multiple) {
    return (
      <MultiSelect
        {...shared}
        onDropdownClose={close}
        hidePickedOptions
        value={value}
        onChange={onChange}
        maxValues={maxValues ?? Infinity}
      />
    );
  }
  return (
    <Select
      {...shared}
      {...(step && { placeholder: `Search in ${step.label}` })}
      onDropdownClose={() => {
        if (!stepping.current) close();
        stepping.current = false;
      }}
      value={value[0] ?? null}
      onChange={(next) => {
        typing.current = "no";
        // The control closes its list after every choice.
        stepping.current = next !== null && (next === BACK || optionOf(next).step === true);
        if (next === null) onChange([]);
        else choose(next);
      }}
    />
  );
}

/** Whether the arrow keys have highlighted an option, which Enter then takes. */
const hasHighlighted = (input: HTMLInputElement): boolean =>
  document.getElementById(input.getAttribute("aria-controls") ?? "")?.querySelector("[data-combobox-selected]") != null;

function OptionLine({ option: { label, results, step }, isChosen }: { option: Option; isChosen: boolean }) {
  const count = results !== undefined && formatNumber(results);
  const note = isChosen ? "chosen" : count;
  const aside = step ? "›" : note;
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" flex={1}>
      <span>{label}</span>
      {aside && (
        <Text span size="xs" c="dimmed">
          {aside}
        </Text>
      )}
    </Group>
  );
}
