import { auditColumns, useAudit } from "../parts/audit-columns.tsx";
import { Part } from "../ui/card.tsx";
import { PagedTable } from "../ui/paged-table.tsx";

const columns = auditColumns.filter(({ header }) => header !== "Account");

/** Who changed what in the account. */
export const Changes = () => (
  <Part title="Changes">
    <PagedTable
      label="Changes"
      columns={columns}
      pages={useAudit("/account/audit")}
      keyOf={({ no }) => no}
      more="Show older changes"
      empty="No changes yet."
    />
  </Part>
);
