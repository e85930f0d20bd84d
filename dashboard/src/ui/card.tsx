import { Alert, Anchor, Group, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";

/** A part of a page, with a heading and a link to more. */
export const Card = ({
  title,
  more,
  children,
}: {
  title: string;
  more?: [to: string, label: string];
  children: ReactNode;
}) => (
  <section className="surface" style={{ padding: 20 }} aria-label={title}>
    <Group justify="space-between" mb="sm">
      <Title order={2}>{title}</Title>
      {more && (
        <Anchor component={Link} to={more[0]} size="sm">
          {more[1]}
        </Anchor>
      )}
    </Group>
    {children}
  </section>
);

interface FormCardProps {
  label: string;
  error?: Error | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form on a page, with its error on top. */
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
