import { MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { formatNumber, humanise } from "../format.ts";
import type { FormField, RangeField, Values } from "./fields.ts";

interface FieldControlProps {
  field: FormField | RangeField;
  values: Values;
  error: string | undefined;
  set: (change: Values) => void;
}

/** A list longer than this is searched rather than read. */
const LONG = 8;

export function FieldControl({ field, values, error, set }: FieldControlProps) {
  if (field.kind === "range") return <RangeControl field={field} values={values} error={error} set={set} />;
  const { name, description, required, choices } = field;
  const value = values[name];
  const common = { label: humanise(name), description, required, withAsterisk: required, error };
  switch (field.kind) {
    case "flag":
      return (
        <Switch
          label={humanise(name)}
          description={description}
          error={error}
          checked={value === true}
          onChange={(event) => set({ [name]: event.currentTarget.checked })}
        />
      );
    case "whole":
      return (
        <NumberInput
          {...common}
          value={typeof value === "number" ? value : ""}
          min={field.minimum}
          max={field.maximum}
          allowDecimal={false}
          placeholder={placeholderOf(field)}
          onChange={(next) => set({ [name]: next === "" ? undefined : Number(next) })}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          data={choices.map((choice) => ({ value: choice, label: choice }))}
          searchable={choices.length > LONG}
          clearable={field.nullable}
          clearButtonProps={{ "aria-label": `Clear ${humanise(name)}` }}
          allowDeselect={false}
          placeholder="Any"
          value={typeof value === "string" ? value : null}
          onChange={(next) => set({ [name]: next ?? undefined })}
        />
      );
    case "choices":
      return (
        <MultiSelect
          {...common}
          data={choices.map((choice) => ({ value: choice, label: humanise(choice) }))}
          searchable
          clearable
          clearButtonProps={{ "aria-label": `Clear ${humanise(name)}` }}
          hidePickedOptions
          limit={60}
          nothingFoundMessage="Nothing fits"
          placeholder={`Search ${formatNumber(choices.length)} values`}
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
          clearButtonProps={{ "aria-label": `Clear ${humanise(name)}` }}
          placeholder="Type one and press Enter"
          maxTags={field.maxItems}
          value={asList(value)}
          onChange={(next) => set({ [name]: field.kind === "list" ? next : next.map(Number).filter(Number.isInteger) })}
        />
      );
    case "date":
      return (
        <DatePickerInput
          {...common}
          clearable
          value={typeof value === "string" ? value : null}
          onChange={(next) => set({ [name]: next ?? undefined })}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          value={typeof value === "string" ? value : ""}
          placeholder={placeholderOf(field)}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      );
  }
}

function RangeControl({ field: { from, to }, values, error, set }: FieldControlProps & { field: RangeField }) {
  const dateOf = (name: string) => (typeof values[name] === "string" ? (values[name] as string) : null);
  return (
    <DatePickerInput
      type="range"
      label={`${humanise(from.name)} to ${to.name}`}
      description={`${from.description} ${to.description}`}
      error={error}
      valueFormat="D MMM YYYY"
      placeholder="Choose two days"
      clearable
      clearButtonProps={{ "aria-label": "Clear the days" }}
      value={[dateOf(from.name), dateOf(to.name)]}
      onChange={([start, end]) => set({ [from.name]: start ?? undefined, [to.name]: end ?? undefined })}
    />
  );
}

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const placeholderOf = ({ example, fallback, required }: FormField): string => {
  // A required field that is empty is a fault: an example in it would look like a value.
  if (required) return "";
  if (fallback !== undefined && fallback !== null && fallback !== "") return String(fallback);
  return example === undefined ? "" : String(example);
};
