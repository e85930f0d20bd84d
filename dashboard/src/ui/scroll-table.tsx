import { Table } from "@mantine/core";
import type { ReactNode } from "react";

/** A table that scrolls sideways on a narrow screen, also by keyboard. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="surface scroll-x" aria-label={label} tabIndex={0}>
      <Table verticalSpacing={7} horizontalSpacing="md" fz="sm" highlightOnHover style={{ whiteSpace: "nowrap" }}>
        {children}
      </Table>
    </section>
  );
}
