import { useQuery } from "@tanstack/react-query";
import type { TagsAnswer, UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { requestsHref } from "../requests/requests-path.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { requestsOfSpan } from "./usage-series.ts";

type TagRow = TagsAnswer["tags"][number];

/** Usage by the caller's own tags; nothing if no call has one. */
export function TagsTable({ usage }: { usage: UsageAnswer }) {
  const { data } = useQuery(queries.tags(usage.days));
  if (!data || data.tags.every(({ tag }) => tag === null)) return null;
  const columns: Array<Column<TagRow>> = [
    {
      header: "Tag",
      role: "title",
      cell: ({ tag }) =>
        tag === null ? (
          "Without a tag"
        ) : (
          <TextLink to={requestsHref({ tag, ...requestsOfSpan(usage) })}>{tag}</TextLink>
        ),
      sortBy: ({ tag }) => tag ?? "",
    },
    ["Calls", "requests", "figure"],
    ["Records", "records", "figure"],
    ["Points", "points", "figure"],
  ];
  return <DataTable label="Usage by tag" columns={columns} rows={data.tags} keyOf={({ tag }) => tag ?? ""} />;
}
