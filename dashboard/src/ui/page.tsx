import { Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePageTitle } from "./page-title.ts";
import { Note, TextLink } from "./text.tsx";

interface PageProps {
  title: string;
  about?: ReactNode;
  /** Address and name of the parent page. */
  back?: [to: string, label: string];
  actions?: ReactNode;
  /** For pages that need the full width. */
  wide?: boolean;
  children: ReactNode;
}

/** A page of the dashboard: heading, description and content. */
export function Page({ title, about, back, actions, wide = false, children }: PageProps) {
  usePageTitle(title);
  return (
    <Stack gap="lg" maw={wide ? undefined : 1240} mx="auto" className={wide ? "page-wide" : undefined}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <Title order={1}>{title}</Title>
          {(about || back) && (
            <Text c="dimmed" mt={4}>
              {about}
              {about && back && " · "}
              {back && (
                <TextLink to={back[0]} style={{ whiteSpace: "nowrap" }}>
                  {back[1]}
                </TextLink>
              )}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

interface CardProps {
  title: string;
  /** Its name for screen readers, if it differs from the heading. */
  label?: string;
  /** Its state, beside the heading. */
  badges?: ReactNode;
  /** At the other end of the heading, such as a link to more. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page, or what the page is about. */
export const Card = ({ title, label = title, badges, aside, children }: CardProps) => (
  <section className="surface" style={{ padding: 20 }} aria-label={label}>
    <Group justify="space-between" gap="sm" mb={badges ? "md" : "sm"} wrap="nowrap">
      <Group gap="sm" miw={0}>
        <Title order={2} style={{ overflowWrap: "anywhere" }}>
          {title}
        </Title>
        {badges}
      </Group>
      {aside}
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

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** For content that needs the full width. */
  wide?: boolean;
  children: ReactNode;
}

/** A section of the account page: its description on the left, its controls on the right. */
export function Section({ title, about, wide = false, children }: SectionProps) {
  return (
    <section className="surface settings-section" aria-label={title}>
      <div>
        <Title order={2}>{title}</Title>
        {about && (
          <Text size="sm" c="dimmed" mt={4} component="div">
            {about}
          </Text>
        )}
      </div>
      <Stack gap="sm" maw={wide ? undefined : 440} align="stretch" style={{ minWidth: 0 }}>
        {children}
      </Stack>
    </section>
  );
}

/** A name, its value, and what is said about it. */
export type Fact = [label: string, value: ReactNode, note?: ReactNode];

/** Names and values side by side, as many as fit. */
export const Facts = ({ of }: { of: Array<Fact | false> }) => (
  <SimpleGrid minColWidth={140} component="dl" m={0}>
    {of
      .filter((fact) => fact !== false)
      .map(([label, value, note]) => (
        <div key={label}>
          <Text size="xs" c="dimmed" component="dt">
            {label}
          </Text>
          <Text fw={600} component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
            {value}
          </Text>
          {note && (
            <Text size="xs" c="dimmed" component="dd" m={0}>
              {note}
            </Text>
          )}
        </div>
      ))}
  </SimpleGrid>
);

interface StatProps {
  label: string;
  value: string;
  note: ReactNode;
  /** The list behind the figure. */
  to?: string;
  children?: ReactNode;
}

export function Stat({ label, value, note, to, children }: StatProps) {
  return (
    <div className="surface" style={{ padding: "16px 20px" }}>
      <Note>{label}</Note>
      <Text fz={28} fw={650} lh={1.25} style={{ overflowWrap: "anywhere" }}>
        {to === undefined ? (
          value
        ) : (
          <Link to={to} className="stat-link" aria-label={`${label}: ${value}`}>
            {value}
          </Link>
        )}
      </Text>
      <Text size="xs" c="dimmed" mt={2} component="div">
        {note}
      </Text>
      {children}
    </div>
  );
}
