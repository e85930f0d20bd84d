import { Alert, Title } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";

/** One part of a page, with its heading. */
export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="surface" style={{ padding: 20 }} aria-label={title}>
    <Title order={2} mb="sm">
      {title}
    </Title>
    {children}
  </section>
);

interface FormCardProps {
  label: string;
  error?: Error | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form on a page, and above it why it was refused. */
export const FormCard = ({ label, error = null, onSubmit, children }: FormCardProps) => (
  <form
    className="surface"
    style={{ padding: 20 }}
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(event);
    }}
  >
    {error && (
      <Alert color="red" role="alert" mb="md">
        {error.message}
      </Alert>
    )}
    {children}
  </form>
);
