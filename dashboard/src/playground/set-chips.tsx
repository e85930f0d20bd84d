import { CloseButton, Group, Text } from "@mantine/core";
import { formatDay, formatNumber, humanise } from "../ui/format.ts";
import type { Values } from "./fields.ts";
import { valueLabel } from "./labels.ts";

interface SetChipsProps {
  /** The fields that the call sends, without defaults. */
  body: Values;
  /** Whether a field's values are a closed list with display names. */
  isClosed: (name: string) => boolean;
  clear: (name: string) => void;
}

/** The fields that are set. Each can be cleared here. */
export function SetChips({ body, isClosed, clear }: SetChipsProps) {
  const set = Object.entries(body);
  if (set.length === 0) return null;
  return (
    <Group gap={6} component="ul" className="set-chips" aria-label="Set">
      {set.map(([name, value]) => (
        <li key={name}>
          <Text span size="xs">
            {humanise(name)}:{" "}
            <Text span size="xs" fw={600} dir="auto">
              {short(name, value, isClosed(name))}
            </Text>
          </Text>
          <CloseButton size={16} aria-label={`Clear ${humanise(name)}`} onClick={() => clear(name)} />
        </li>
      ))}
    </Group>
  );
}

const MAX = 28;

function wordsFor(name: string, value: unknown, closed: boolean): string {
  if (Array.isArray(value)) return value.length === 1 ? valueLabel(name, String(value[0])) : `${value.length} values`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatNumber(value);
  if (/^\d{4}-\d\d-\d\d$/.test(String(value))) return formatDay(String(value));
  return closed ? valueLabel(name, String(value)) : String(value);
}

function short(name: string, value: unknown, closed: boolean): string {
  const text = wordsFor(name, value, closed);
  return text.length > MAX ? `${text.slice(0, MAX)}…` : text;
}
