import { Alert, Button, Container, Paper, Stack, Text, TextInput, type TextInputProps, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { Icon } from "../ui/icons.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { PasswordField } from "./password-field.tsx";
import { SecretForm } from "./secret-form.tsx";

interface AuthCardProps {
  title: string;
  about?: ReactNode;
  error?: Error | null;
  children: ReactNode;
  below?: ReactNode;
}

/** The narrow form shared by sign-up, sign-in and password reset. */
export function AuthCard({ title, about, error = null, children, below }: AuthCardProps) {
  usePageTitle(title);
  return (
    <Container size={440} py={{ base: "lg", sm: 56 }}>
      <Stack gap={4} mb="lg" align="center">
        <Title order={1} ta="center">
          {title}
        </Title>
        {about && (
          <Text c="dimmed" ta="center">
            {about}
          </Text>
        )}
      </Stack>
      <Paper className="surface" p={{ base: "md", sm: "xl" }}>
        <Stack gap="md">
          {error && (
            <Alert color="red" role="alert" icon={<Icon name="alert-circle" size={18} />}>
              {error.message}
            </Alert>
          )}
          {children}
        </Stack>
      </Paper>
      {below && (
        <Text ta="center" mt="lg" size="sm">
          {below}
        </Text>
      )}
    </Container>
  );
}

interface AuthField extends Pick<TextInputProps, "type" | "autoComplete" | "required" | "description" | "error"> {
  name: string;
  label: string;
  /** What is wrong with a value, if anything. */
  check?: (value: string) => string | false;
}

export type AuthValues = Record<string, string>;

/** Fields that several of the forms have. */
export const email = { name: "email", label: "Email", type: "email", autoComplete: "email" } as const;
export const newPassword = {
  name: "password",
  label: "Password",
  type: "password",
  autoComplete: "new-password",
  description: "At least 10 characters, and not easy to guess.",
  check: (value: string) => value.length < 10 && "At least 10 characters.",
} as const;

interface AuthFormProps {
  fields: readonly AuthField[];
  action: string;
  busy: boolean;
  send: (values: AuthValues) => void;
  /** More, above the button. */
  children?: ReactNode;
  /** Another way, under the button. */
  below?: ReactNode;
}

/** The form of a page before the sign-in. The browser checks its values, unless a field has a check of its own. */
export function AuthForm({ fields, action, busy, send, children, below }: AuthFormProps) {
  const [errors, setErrors] = useState<AuthValues>({});
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const values = Object.fromEntries(new FormData(currentTarget)) as AuthValues;
    const wrong = fields.flatMap(({ name, check }) => {
      const error = check?.(values[name] ?? "");
      return error ? [[name, error] as const] : [];
    });
    setErrors(Object.fromEntries(wrong));
    if (wrong.length === 0) send(values);
  };
  return (
    <SecretForm
      onSubmit={submit}
      onChange={() => setErrors({})}
      noValidate={fields.some(({ check }) => check)}
      style={{ display: "contents" }}
    >
      {fields.map(({ check: _, ...field }, at) => {
        const shared = { error: errors[field.name], withAsterisk: false, autoFocus: at === 0, ...field };
        if (field.type !== "password") return <TextInput key={field.name} errorProps={{ role: "alert" }} {...shared} />;
        return <PasswordField key={field.name} {...shared} type={undefined} />;
      })}
      {children}
      <Button type="submit" loading={busy} fullWidth>
        {action}
      </Button>
      {below}
    </SecretForm>
  );
}
