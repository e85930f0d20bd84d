import { Group, Title } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { TextLink } from "./text-link.tsx";

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
      {more && <TextLink to={more[0]}>{more[1]}</TextLink>}
    </Group>
    {children}
  </section>
);

interface SubjectProps {
  /** Its name for screen readers. */
  label: string;
  title: string;
  /** Its state, beside the heading. */
  badges: ReactNode;
  children: ReactNode;
}

/** What a page is about. */
export const Subject = ({ label, title, badges, children }: SubjectProps) => (
  <section className="surface" style={{ padding: 20 }} aria-label={label}>
    <Group gap="sm" mb="md">
      <Title order={2} style={{ overflowWrap: "anywhere" }}>
        {title}
      </Title>
      {badges}
    </Group>
    {children}
  </section>
);

interface PartProps {
  title: string;
  /** Its name for screen readers, if it differs from the heading. */
  label?: string;
  children: ReactNode;
}

/** A part of a page without a frame. */
export const Part = ({ title, label = title, children }: PartProps) => (
  <section aria-label={label}>
    <Title order={2} mb="sm">
      {title}
    </Title>
    {children}
  </section>
);

interface FormCardProps {
  label: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form on a page. */
export const FormCard = ({ label, onSubmit, children }: FormCardProps) => (
  <form
    className="surface"
    style={{ padding: 20 }}
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(event);
    }}
  >
    {children}
  </form>
);
