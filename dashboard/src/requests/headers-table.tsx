import { DataTable } from "../ui/data-table.tsx";

/** Headers by name. Long values wrap. */
export function HeadersTable({ title, headers }: { title: string; headers: Record<string, string> }) {
  return (
    <div className="headers-table">
      <DataTable
        label={title}
        noHead
        rows={Object.entries(headers).sort(([a], [b]) => a.localeCompare(b))}
        keyOf={([name]) => name}
        empty="None."
        columns={[
          { header: "Name", role: "title", cell: ([name]) => name },
          { header: "Value", role: "prose", cell: ([, value]) => value },
        ]}
      />
    </div>
  );
}
