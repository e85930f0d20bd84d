import { Button, Group, Text } from "@mantine/core";
import { humanise } from "../ui/format.ts";
import type { FormField, Values } from "./fields.ts";
import { valueLabel } from "./labels.ts";
import { hasAll } from "./sections.ts";

/** With more matches, the words say too little. */
const MAX = 12;

interface FoundValuesProps {
  fields: FormField[];
  words: string;
  values: Values;
  set: (change: Values) => void;
}

/** Possible values in which the words occur. A press puts one into its field, or takes it out again. */
export function FoundValues({ fields, words, values, set }: FoundValuesProps) {
  const found = fields.flatMap((field) => {
    const labels = field.choices.map((value) => ({ field, value, label: valueLabel(field.name, value) }));
    return labels.filter(({ label }) => hasAll(label, words.trim()));
  });
  return (
    <Group gap={6} role="group" aria-label="Matching values">
      {found.slice(0, MAX).map(({ field: { name, kind, fallback }, value, label }) => {
        const now = values[name];
        const many = Array.isArray(now) ? now : [];
        const isSet = kind === "choice" ? now === value : many.includes(value);
        const one = isSet ? (fallback ?? undefined) : value;
        const all = isSet ? many.filter((other) => other !== value) : [...many, value];
        return (
          <Button
            key={`${name} ${value}`}
            size="compact-sm"
            variant={isSet ? "light" : "default"}
            aria-pressed={isSet}
            onClick={() => set({ [name]: kind === "choice" ? one : all })}
          >
            {label}
            <Text span size="xs" c="dimmed" ml={6}>
              {humanise(name)}
            </Text>
          </Button>
        );
      })}
    </Group>
  );
}
