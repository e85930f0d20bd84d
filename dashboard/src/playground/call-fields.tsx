import { Button, CloseButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { formatDay, formatNumber, humanise, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Note } from "../ui/text.tsx";
import { FieldControl } from "./field-control.tsx";
import { type FormField, formFields, type Values } from "./fields.ts";
import { valueLabel } from "./labels.ts";
import { type FormSection, fits, formSections, hasAll } from "./sections.ts";

export interface CallFieldsProps {
  operation: OperationView;
  values: Values;
  /** The fields that the call sends. */
  body: Values;
  errors: Record<string, string>;
  set: (change: Values) => void;
}

/** Forms with more fields than this can be searched and show which fields are set. */
const MANY = 12;

/** A form for the parameters of a call, generated from the operation's schema. */
export function CallFields({ operation, values, body, errors, set }: CallFieldsProps) {
  const [words, setWords] = useState("");
  const fields = formFields(operation);
  const [first, ...rest] = formSections(fields, operation.examples[0] ?? {});
  const control = (field: FormField) => (
    <FieldControl key={field.name} {...{ operation, field, values, error: errors[field.name], set }} />
  );
  const found = fields.filter((field) => fits(field, words));
  return (
    <>
      {fields.length > MANY && (
        <>
          <TextInput
            aria-label="Find a field"
            placeholder={`Search ${fields.length} fields and their values`}
            leftSection={<Icon name="search" />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            // Enter must not run the call.
            onKeyDown={(event) => event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.preventDefault()}
          />
          <SetChips
            body={body}
            isClosed={(name) => fields.some((field) => field.kind === "choice" && field.name === name)}
            clear={(name) => set({ [name]: operation.request.properties[name]?.default })}
          />
        </>
      )}
      {words.trim() === "" ? (
        <>
          {first && <Stack gap="md">{first.fields.map(control)}</Stack>}
          <div>
            {rest.map((section) => (
              <Section key={section.title} section={section} body={body} errors={errors}>
                {section.fields.map(control)}
              </Section>
            ))}
          </div>
        </>
      ) : (
        <Stack gap="md" mb="md">
          <Note role="status">{plural(found.length, "matching field", "matching fields")}</Note>
          <FoundValues {...{ fields, words, values, set }} />
          {found.map(control)}
        </Stack>
      )}
    </>
  );
}

interface SectionProps {
  section: FormSection;
  body: Values;
  errors: Record<string, string>;
  children: ReactNode;
}

/** A section of the form. Its heading, when folded, shows which fields are set or invalid. */
function Section({ section, body, errors, children }: SectionProps) {
  const names = section.fields.map(({ name }) => name);
  const setHere = names.filter((name) => name in body).length;
  const wrong = names.some((name) => name in errors);
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="form-section"
      open={wrong || undefined}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        {section.title}
        <Text span size="xs" c="dimmed">
          {plural(section.fields.length, "field")}
          {setHere > 0 && `, ${setHere} set`}
        </Text>
      </summary>
      {/* Not rendered while folded: dozens of hidden controls would render at every keystroke. */}
      {(opened || wrong) && (
        <Stack gap="md" pt="sm" pb="md">
          {children}
        </Stack>
      )}
    </details>
  );
}

interface SetChipsProps {
  /** The fields that the call sends, without defaults. */
  body: Values;
  /** Whether a field's values are a closed list with display names. */
  isClosed: (name: string) => boolean;
  clear: (name: string) => void;
}

/** The fields that are set. Each can be cleared here. */
function SetChips({ body, isClosed, clear }: SetChipsProps) {
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

/** With more matches, the words say too little. */
const MAX_FOUND = 12;

interface FoundValuesProps {
  fields: FormField[];
  words: string;
  values: Values;
  set: (change: Values) => void;
}

/** Possible values in which the words occur. A press puts one into its field, or takes it out again. */
function FoundValues({ fields, words, values, set }: FoundValuesProps) {
  const found = fields.flatMap((field) => {
    const labels = field.choices.map((value) => ({ field, value, label: valueLabel(field.name, value) }));
    return labels.filter(({ label }) => hasAll(label, words.trim()));
  });
  return (
    <Group gap={6} role="group" aria-label="Matching values">
      {found.slice(0, MAX_FOUND).map(({ field: { name, kind, fallback }, value, label }) => {
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
