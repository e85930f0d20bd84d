import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { humanise, plural } from "../ui/format.ts";
import { IconCheck, IconPlus } from "../ui/icons.tsx";
import type { Values } from "./fields.ts";
import { type FieldValue, isSet } from "./find-values.ts";

interface FoundValuesProps {
  found: FieldValue[];
  values: Values;
  onPick: (value: FieldValue) => void;
}

const FEW = 6;

/** Values that match the search. A press fills their field. */
export function FoundValues({ found, values, onPick }: FoundValuesProps) {
  const [all, setAll] = useState(false);
  const shown = all ? found : found.slice(0, FEW);
  if (found.length === 0) return null;
  return (
    <Group component="ul" gap={6} className="found-values" aria-label="Matching values">
      {shown.map((one) => {
        const set = isSet(one, values);
        return (
          <li key={`${one.field.name} ${one.value}`}>
            <Button
              size="compact-sm"
              variant={set ? "light" : "default"}
              aria-pressed={set}
              leftSection={set ? <IconCheck size={14} /> : <IconPlus size={14} />}
              onClick={() => onPick(one)}
            >
              {one.label}
              <Text span size="xs" c="dimmed" ml={6}>
                {humanise(one.field.name)}
              </Text>
            </Button>
          </li>
        );
      })}
      {found.length > shown.length && (
        <li>
          <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
            {plural(found.length - shown.length, "more value")}
          </Button>
        </li>
      )}
    </Group>
  );
}
