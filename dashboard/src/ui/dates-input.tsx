import { CloseButton, Input, InputBase } from "@mantine/core";
import type { DatePickerInputProps } from "@mantine/dates";
import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../api/connection.ts";
import { formatDay } from "./format.ts";

const CalendarInput = lazyPart(() => import("./calendar-input.tsx"));

type Day = string | null;

interface DatesProps<Value> {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  placeholder?: string;
  /** Name of the button that clears the field; without it, the field has none. */
  clear?: string | undefined;
  /** The first day that can be chosen. */
  minDate?: string;
  flex?: string;
  maw?: number;
  value?: Value;
  onChange: (value: Value) => void;
}

/** A day. */
export const DayInput = (props: DatesProps<Day>) => (
  <LazyCalendar {...props} type="default" text={shown([props.value ?? null])} empty={null} />
);

/** Two days that form a range. */
export const DayRangeInput = (props: DatesProps<[Day, Day]>) => (
  <LazyCalendar {...props} type="range" text={shown(props.value ?? [])} empty={[null, null]} />
);

const shown = (days: Day[]): string => days.flatMap((day) => (day === null ? [] : [formatDay(day)])).join(" – ");

interface LazyCalendarProps<Value> extends DatesProps<Value> {
  type: "default" | "range";
  text: string;
  empty: Value;
}

/** Looks like the date field, which takes its place when it is used: the calendar is a tenth of the playground's script. */
function LazyCalendar<Value>({ type, text, empty, clear, ...props }: LazyCalendarProps<Value>) {
  const [used, setUsed] = useState(false);
  const { value, onChange, minDate: _, placeholder, ...look } = props;
  const field = (
    <InputBase
      component="button"
      type="button"
      pointer
      {...look}
      withAsterisk={look.required}
      onClick={() => setUsed(true)}
      rightSection={clear && text !== "" && <CloseButton aria-label={clear} onClick={() => onChange(empty)} />}
    >
      {text === "" ? <Input.Placeholder>{placeholder}</Input.Placeholder> : text}
    </InputBase>
  );
  if (!used) return field;
  const clearing = { clearable: clear !== undefined, clearButtonProps: { "aria-label": clear } };
  return (
    <Suspense fallback={field}>
      <CalendarInput {...(props as object as DatePickerInputProps<"default" | "range">)} type={type} {...clearing} />
    </Suspense>
  );
}
