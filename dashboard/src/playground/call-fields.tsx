import { Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { plural } from "../ui/format.ts";
import { IconSearch } from "../ui/icons.tsx";
import { Note } from "../ui/note.tsx";
import { FieldControl } from "./field-control.tsx";
import { formFields, type Values } from "./fields.ts";
import { type FieldValue, findValues, withValue } from "./find-values.ts";
import { FoundValues } from "./found-values.tsx";
import { type AnyField, type FormSection, fieldName, fieldNames, fits, formSections } from "./sections.ts";
import { SetChips } from "./set-chips.tsx";

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
  const control = (field: AnyField) => {
    const error = fieldNames(field)
      .map((name) => errors[name])
      .find((message) => message !== undefined);
    return (
      <FieldControl
        key={fieldName(field)}
        operation={operation}
        field={field}
        values={values}
        error={error}
        set={set}
      />
    );
  };
  const found = fields.filter((field) => fits(field, words));
  const foundValues = findValues(fields, words);
  const pick = ({ field, value }: FieldValue) => set(withValue(field, value, values));
  return (
    <>
      {fields.length > MANY && (
        <>
          <TextInput
            aria-label="Find a field"
            placeholder={`Search ${fields.length} fields and their values`}
            leftSection={<IconSearch size={16} />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
              // Enter picks the first value; it must not run the call.
              event.preventDefault();
              if (foundValues[0]) pick(foundValues[0]);
            }}
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
          <FoundValues found={foundValues} values={values} onPick={pick} />
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
  const names = section.fields.flatMap(fieldNames);
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
