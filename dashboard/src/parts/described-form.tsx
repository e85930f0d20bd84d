import { Box, Button, type ButtonProps, Collapse, Group, SimpleGrid, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FormsAnswer, OperationView } from "../../../src/endpoints/dashboard/types.ts";
import type { Answers } from "../api/answers.ts";
import { api, fieldErrors } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { FieldControl } from "../playground/field-control.tsx";
import { defaultValues, type FormField, formFields, isBlank, type Values } from "../playground/fields.ts";
import { PasswordField } from "../sign-in/password-field.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { humanise } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";

interface DescribedFormProps<Of extends keyof Answers> {
  /** The endpoint whose body the form is for, such as `POST /webhooks`. */
  of: Of;
  /** Its address, if that has parameters. */
  path?: string;
  /** The fields in their order; by default all of the description. */
  fields?: readonly string[];
  /** Fields behind a button, and the button's words. */
  more?: readonly [words: string, ...fields: string[]];
  /** What the page says of a field beyond its description. */
  about?: Record<string, Partial<FormField>>;
  initial?: Values;
  /** What is sent: by default the fields, with null for those that are empty and may be. */
  toBody?: (values: Values) => Values;
  /** The submit button's words. */
  action: string;
  button?: ButtonProps;
  /** Its name for screen readers. */
  label?: string;
  done?: string;
  onDone?: (answer: Answers[Of]) => unknown;
  /** Keeps what was typed, because it is now the saved state. */
  keeps?: boolean;
  /** How the fields are placed: beside each other with the button, in columns, or one below the other. */
  layout?: "line" | "columns" | "stack";
  /** The field that an error in a sentence is about. */
  fieldOf?: (message: string) => string;
  /** Set for a form inside a section or a dialog, which has a frame already. */
  framed?: boolean;
  /** More than fields, above the button. */
  children?: ReactNode;
}

/** The form of an endpoint, made from the description of its body. */
export function DescribedForm<const Of extends keyof Answers>(props: DescribedFormProps<Of>) {
  const request = useQuery(queries.forms).data?.[props.of];
  return request ? <Form {...props} request={request} /> : <Skeleton height={90} radius="md" />;
}

function Form<Of extends keyof Answers>({
  of,
  path,
  request,
  fields: chosen = Object.keys(request.properties),
  more: [moreWords, ...moreFields] = [""],
  about = {},
  initial = {},
  toBody = (values) => values,
  action,
  button,
  label,
  done,
  onDone,
  keeps = false,
  layout = "columns",
  framed = true,
  fieldOf,
  children,
}: DescribedFormProps<Of> & { request: FormsAnswer[string] }) {
  const first = { ...defaultValues({ request }), ...initial };
  const [values, setValues] = useState<Values>(first);
  const [opened, { toggle }] = useDisclosure(false);
  const [method, route] = of.split(" ") as ["POST" | "PATCH" | "DELETE", string];
  const fieldIn = (name: string) => describedField(request, name, about[name]);
  const send = useChange(
    () => {
      const filled = [...chosen, ...moreFields].flatMap((name) => {
        if (!isBlank(values[name])) return [[name, values[name]] as const];
        const { kind, nullable } = fieldIn(name);
        if (kind === "flag" && !nullable) return [[name, false] as const];
        return nullable ? [[name, null] as const] : [];
      });
      return api.call<Answers[Of]>(method, path ?? route, toBody(Object.fromEntries(filled)));
    },
    {
      ...(done !== undefined && { done }),
      showsError: true,
      onDone: async (answer) => {
        await onDone?.(answer);
        if (!keeps) setValues(first);
      },
    },
  );
  const errors =
    send.error && fieldOf ? { [fieldOf(send.error.message)]: send.error.message } : fieldErrors(send.error);
  const unplaced = Object.keys(errors).every((name) => !(name in request.properties));
  const set = (change: Values) => setValues((old) => ({ ...old, ...change }));
  const control = (name: string) => (
    <Box key={name} flex={layout === "line" ? "1 1 170px" : undefined}>
      <DescribedField {...{ request, name, about: about[name], values, error: errors[name], set }} />
    </Box>
  );
  const buttons = (
    <>
      {moreFields.length > 0 && (
        <Button
          variant="default"
          onClick={toggle}
          aria-expanded={opened}
          rightSection={opened ? <Icon name="chevron-up" /> : <Icon name="chevron-down" />}
        >
          {moreWords}
        </Button>
      )}
      <Button type="submit" loading={send.isPending} {...button}>
        {action}
      </Button>
    </>
  );
  return (
    <SecretForm aria-label={label} framed={framed} onSubmit={() => send.mutate()}>
      {unplaced && <ErrorAlert error={send.error} mb="md" />}
      {layout === "line" ? (
        <Group align="flex-end" gap="sm">
          {chosen.map(control)}
          {buttons}
        </Group>
      ) : (
        <SimpleGrid
          {...(layout === "stack" ? { cols: 1 } : { minColWidth: 240 })}
          spacing="sm"
          style={{ alignItems: "end" }}
        >
          {chosen.map(control)}
        </SimpleGrid>
      )}
      <Collapse expanded={opened}>
        <SimpleGrid minColWidth={240} mt="md" style={{ alignItems: "end" }}>
          {moreFields.map(control)}
        </SimpleGrid>
      </Collapse>
      {children}
      {layout !== "line" && (
        <Group mt="md" gap="sm">
          {buttons}
        </Group>
      )}
    </SecretForm>
  );
}

function describedField(request: FormsAnswer[string], name: string, about: Partial<FormField> = {}): FormField {
  const one = { title: "", required: request.required ?? [], properties: { [name]: request.properties[name]! } };
  const field = formFields({ request: one, examples: [] })[0] as FormField;
  return { ...field, required: field.required && !field.nullable, ...about };
}

interface DescribedFieldProps {
  request: FormsAnswer[string];
  name: string;
  about: Partial<FormField> | undefined;
  values: Values;
  error: string | undefined;
  set: (change: Values) => void;
}

/** One field of an endpoint's body. */
export function DescribedField({ request, name, about, values, error, set }: DescribedFieldProps) {
  const field = describedField(request, name, about);
  const { label = humanise(name), description, required, autoComplete = "current-password" } = field;
  if (field.kind === "secret") {
    return (
      <PasswordField
        {...{ label, description, required, error, autoComplete }}
        withAsterisk={false}
        value={String(values[name] ?? "")}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />
    );
  }
  const operation = { path: "", request, examples: [], lookup_prices: {} } as never as OperationView;
  return <FieldControl {...{ operation, field, values, error, set }} />;
}
