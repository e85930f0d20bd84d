import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { humanise } from "../format.ts";
import { Cell } from "./cell.tsx";
import { compareValues, type Item, isNumeric } from "./values.ts";

const ROW_PX = 56;

interface RecordsGridProps {
  records: Item[];
  columns: string[];
  onOpen: (record: Item) => void;
}

/** All records in rows of which only those in sight are drawn: sorted by a click on a heading, the first column pinned. */
export function RecordsGrid({ records, columns, onOpen }: RecordsGridProps) {
  const [sort, setSort] = useState<{ column: string; descending: boolean } | null>(null);
  const sorted = useMemo(
    () => (sort ? records.toSorted((a, b) => compareValues(a[sort.column], b[sort.column], sort.descending)) : records),
    [records, sort],
  );
  const numeric = useMemo(() => new Set(columns.filter((column) => isNumeric(records, column))), [records, columns]);
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const drawn = rows.getVirtualItems();
  const above = drawn[0]?.start ?? 0;
  const below = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  const toggleSort = (column: string) =>
    setSort((old) =>
      old?.column !== column ? { column, descending: false } : old.descending ? null : { column, descending: true },
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className="surface records-grid" aria-label="Records" tabIndex={0}>
      <table aria-rowcount={records.length + 1}>
        <thead>
          <tr>
            <th scope="col" className="row-number">
              #
            </th>
            {columns.map((column) => {
              const sorting = sort?.column === column ? (sort.descending ? "descending" : "ascending") : "none";
              return (
                <th
                  key={column}
                  scope="col"
                  aria-sort={sorting}
                  className={numeric.has(column) ? "numeric" : undefined}
                >
                  <button type="button" onClick={() => toggleSort(column)}>
                    {humanise(column)}
                    <span aria-hidden>{sorting === "none" ? "" : sorting === "ascending" ? " ↑" : " ↓"}</span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {above > 0 && (
            <tr aria-hidden style={{ height: above }}>
              <td colSpan={columns.length + 1} />
            </tr>
          )}
          {drawn.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2} style={{ height: ROW_PX }}>
              <td className="row-number">
                <button type="button" aria-label={`Open record ${index + 1}`} onClick={() => onOpen(sorted[index]!)}>
                  {index + 1}
                </button>
              </td>
              {columns.map((column) => (
                <td key={column} className={numeric.has(column) ? "numeric" : undefined}>
                  <Cell value={sorted[index]![column]} field={column} />
                </td>
              ))}
            </tr>
          ))}
          {below > 0 && (
            <tr aria-hidden style={{ height: below }}>
              <td colSpan={columns.length + 1} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
