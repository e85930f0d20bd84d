import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Note } from "./note.tsx";

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
