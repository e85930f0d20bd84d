import "@mantine/dates/styles.css";
import { DatePickerInput, type DatePickerInputProps } from "@mantine/dates";
import { useEffect, useId, useRef } from "react";

/** Names of the buttons that show only an arrow, or a month that opens a list. */
const ariaLabels = {
  nextMonth: "Next month",
  previousMonth: "Previous month",
  nextYear: "Next year",
  previousYear: "Previous year",
  nextDecade: "Next decade",
  previousDecade: "Previous decade",
};

/** A date field with its calendar, which opens at once: it is loaded when the field is used for the first time. */
export default function CalendarInput(props: DatePickerInputProps<"default" | "range">) {
  const id = useId();
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.click();
  }, []);
  return (
    <DatePickerInput
      ref={field}
      valueFormat="D MMM YYYY"
      ariaLabels={ariaLabels}
      // Days of other months and red weekends are too pale to read.
      hideOutsideDates
      weekendDays={[]}
      // The field names the calendar.
      id={id}
      popoverProps={{ id }}
      {...props}
    />
  );
}
