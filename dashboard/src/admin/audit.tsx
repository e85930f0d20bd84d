import { Switch } from "@mantine/core";
import { useState } from "react";
import { auditColumns } from "../parts/audit-columns.tsx";
import { PagedTable } from "../ui/data-table.tsx";
import { Page } from "../ui/page.tsx";

export default function AuditPage() {
  const [all, setAll] = useState(false);
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
        path={all ? "/admin/audit?by=everybody" : "/admin/audit"}
        more="Show older entries"
        empty="No entries yet."
      />
    </Page>
  );
}
