import { Switch } from "@mantine/core";
import { useState } from "react";
import type { AuditRow } from "../../../src/endpoints/dashboard/types.ts";
import { useMappedPages } from "../api/use-pages.ts";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { auditColumns } from "./audit-columns.tsx";

const PAGE = 50;

const readAudit = ({ audit }: { audit: AuditRow[] }) => {
  const last = audit.length === PAGE ? audit.at(-1) : undefined;
  return { rows: audit, next_cursor: last ? String(last.no) : null };
};

export function AuditPage() {
  const [all, setAll] = useState(false);
  const pages = useMappedPages(`/admin/audit${all ? "?by=everybody" : ""}`, readAudit, { cursor: "before" });
  return (
    <Page
      title="Audit log"
      about="Changes that admins made to accounts, keys and sources."
      actions={
        <Switch
          label="Include account owners"
          description="Sign-ins, passwords and their own keys"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      }
    >
      <PagedTable
        label="Audit log"
        columns={auditColumns}
        pages={pages}
        keyOf={({ no }) => no}
        more="Show older entries"
        empty="No entries yet."
      />
    </Page>
  );
}
