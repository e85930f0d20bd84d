import { MultiSelect, Select, Switch, TagsInput, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { formatNumber, humanise } from "../ui/format.ts";
import { Picker } from "../ui/picker.tsx";
import { type FormField, isBlank, type Values } from "./fields.ts";
import { valueLabel } from "./labels.ts";
import { alsoSet, findOptionSource } from "./option-sources.ts";

interface FieldControlProps {
  operation: OperationView;
  field: FormField;
  values: Values;
  error: string | undefined;
  set: (change: Values) => void;
}

export function FieldControl({ operation, field, values, error, set }: FieldControlProps) {
  const { name, description, required, choices, label = humanise(field.name) } = field;
  const value = values[name];
  const common = { label, description, required, withAsterisk: required, error };
  const source = findOptionSource(operation, field, values);
  if (source) {
    const many = field.kind === "choices" || field.kind === "list" || field.kind === "numbers";
    const sent = (one: string) => (field.kind === "numbers" || field.kind === "whole" ? Number(one) : one);
    const single = isBlank(value) ? [] : [String(value)];
    return (
      <Picker
        {...common}
        description={[description, operation.lookup_prices[name]].filter(Boolean).join(" ")}
        name={label}
        source={source}
        multiple={many}
        maxValues={field.maxItems}
        placeholder={choices.length > 0 ? `Search ${formatNumber(choices.length)} values` : "Type to search"}
        value={many ? asList(value) : single}
        onChange={(next) =>
          set({
            [name]: many ? next.map(sent) : next.map(sent)[0],
            ...alsoSet(operation, field, next.at(-1)),
          })
        }
      />
    );
  }
  switch (field.kind) {
    case "flag":
      return (
        <Switch
          label={label}
          description={description}
          error={error}
          checked={value === true}
          disabled={field.disabled}
          onChange={(event) => set({ [name]: event.currentTarget.checked })}
        />
      );
    case "whole":
      return (
        <WholeInput
          {...common}
          value={typeof value === "number" ? value : undefined}
          min={field.minimum}
          max={field.maximum}
          placeholder={placeholderOf(field)}
          onChange={(next) => set({ [name]: next })}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          data={field.options ?? choices.map((choice) => ({ value: choice, label: valueLabel(name, choice) }))}
          clearable={field.nullable}
          clearButtonProps={{ "aria-label": `Clear ${label}` }}
          searchable={(field.options ?? choices).length > 40}
          limit={80}
          placeholder={field.placeholder ?? "Any"}
          value={typeof value === "string" ? value : null}
          onChange={(next) => set({ [name]: next ?? undefined })}
        />
      );
    case "choices":
      return (
        <MultiSelect
          {...common}
          data={field.options ?? choices.map((choice) => ({ value: choice, label: valueLabel(name, choice) }))}
          searchable
          clearable
          clearButtonProps={{ "aria-label": `Clear ${label}` }}
          hidePickedOptions
          nothingFoundMessage="No matches"
          placeholder={asList(value).length === 0 ? (field.placeholder ?? "Any") : ""}
          value={asList(value)}
          onChange={(next) => set({ [name]: next })}
        />
      );
    case "list":
    case "numbers":
      return (
        <TagsInput
          {...common}
          clearable
          clearButtonProps={{ "aria-label": `Clear ${label}` }}
          placeholder={field.placeholder ?? "Type a value and press Enter"}
          maxTags={field.maxItems}
          value={asList(value)}
          onChange={(next) => set({ [name]: field.kind === "list" ? next : next.map(Number).filter(Number.isInteger) })}
        />
      );
    default:
      return <TextControl field={field} common={common} value={value} onChange={(next) => set({ [name]: next })} />;
  }
}

interface TextProps {
  field: FormField;
  common: { label: string; description: string; required: boolean; withAsterisk: boolean; error: string | undefined };
  value: unknown;
  onChange: (text: string) => void;
}

function TextControl({ field, common, value, onChange }: TextProps) {
  const { kind, maxLength, autoComplete } = field;
  const input = {
    ...common,
    maxLength,
    value: typeof value === "string" ? value : "",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  if (kind === "long") return <Textarea {...input} autosize minRows={3} />;
  return <TextInput {...input} type={kind} autoComplete={autoComplete} placeholder={placeholderOf(field)} />;
}

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const placeholderOf = ({ example, fallback, required, placeholder }: FormField): string => {
  if (placeholder !== undefined) return placeholder;
  // An example in an empty required field would look like a value.
  if (required) return "";
  if (fallback !== undefined && fallback !== null && fallback !== "") return String(fallback);
  return example === undefined ? "" : String(example);
};

interface WholeInputProps extends Omit<TextInputProps, "value" | "onChange" | "min" | "max"> {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number | undefined;
  max?: number | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** A whole number, typed or stepped with the arrow keys. A value beyond its limits becomes the limit when the field is left. */
function WholeInput({ value, onChange, min = Number.MIN_SAFE_INTEGER, max, ...rest }: WholeInputProps) {
  // A lone minus sign is text, but not a number yet.
  const [typed, setTyped] = useState("");
  const limited = (number: number) => Math.min(Math.max(number, min), max ?? Number.MAX_SAFE_INTEGER);
  const type = (text: string) => {
    const kept = text.replaceAll(/(?!^-)\D/g, "");
    setTyped(kept);
    onChange(/\d/.test(kept) ? Number(kept) : undefined);
  };
  return (
    <TextInput
      inputMode="numeric"
      {...rest}
      value={value ?? (typed === "-" ? typed : "")}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        setTyped("");
        if (value !== undefined && value !== limited(value)) onChange(limited(value));
      }}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onChange(limited(value === undefined ? Math.max(min, 0) : value + step));
      }}
    />
  );
}
