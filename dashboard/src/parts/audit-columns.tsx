import { Text } from "@mantine/core";
import type { AuditRow } from "../../../src/endpoints/dashboard/types.ts";
import { usePages } from "../api/use-pages.ts";
import type { Column } from "../ui/data-table.tsx";
import { humanise } from "../ui/format.ts";

/** Pages of the audit log, newest first. */
export const useAudit = (path: "/account/audit" | "/admin/audit" | "/admin/audit?by=everybody") => usePages(path);

/** Columns of the audit log: who changed what, when, and the values before and after. */
export const auditColumns: Array<Column<AuditRow>> = [
  { header: "What", role: "title", cell: ({ what }) => humanise(what) },
  ["When", "at", "time"],
  ["Who", "who"],
  ["Account", "subject"],
  { header: "Before", role: "prose", cell: ({ before }) => <Facts value={before} /> },
  { header: "After", role: "prose", cell: ({ after }) => <Facts value={after} /> },
];

/** Renders a value as one line per fact. */
function Facts({ value }: { value: unknown }) {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return <>{String(value)}</>;
  return (
    <ul className="audit-facts">
      {Object.entries(value)
        .filter(([, fact]) => fact !== null && fact !== "")
        .map(([name, fact]) => (
          <li key={name}>
            <Text span size="xs" c="dimmed">
              {humanise(name)}
            </Text>{" "}
            {typeof fact === "object" ? JSON.stringify(fact) : String(fact)}
          </li>
        ))}
    </ul>
  );
}
