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
  /** For words rather than a figure. */
  small?: boolean;
  children?: ReactNode;
}

export function Stat({ label, value, note, small = false, to, children }: StatProps) {
  return (
    <div className="surface" style={{ padding: "16px 20px" }}>
      <Note>{label}</Note>
      <Text fz={small ? 17 : 28} fw={650} lh={small ? 1.9 : 1.25} style={{ overflowWrap: "anywhere" }}>
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
