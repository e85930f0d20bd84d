import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

interface WholeInputProps extends Omit<TextInputProps, "value" | "onChange" | "min" | "max"> {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number | undefined;
  max?: number | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** A whole number, typed or stepped with the arrow keys. A value beyond its limits becomes the limit when the field is left. */
export function WholeInput({ value, onChange, min = Number.MIN_SAFE_INTEGER, max, ...rest }: WholeInputProps) {
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
