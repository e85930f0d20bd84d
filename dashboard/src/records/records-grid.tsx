import {
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useMemo, useRef } from "react";
import { Cell } from "./cell.tsx";
import { type Column, sortValue } from "./columns.ts";
import type { ColumnSet } from "./use-columns.ts";
import { compareValues, type Item, isEmpty } from "./values.ts";

const ROW_PX = 40;
/** Width of the row numbers, which are always in sight. */
const NUMBER_PX = 56;

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
const helper = createColumnHelper<typeof features, Item>();

interface RecordsGridProps {
  records: Item[];
  columns: ColumnSet;
  onOpen: (record: Item) => void;
}

/** All records in rows of which only those in sight are drawn; sorted by a click on a heading, by two with Shift. */
export function RecordsGrid({ records, columns, onOpen }: RecordsGridProps) {
  const { all } = columns;
  const identity = all.map(({ id, kind }) => `${id} ${kind}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns are made anew while records arrive
  const definitions = useMemo(
    () =>
      helper.columns(
        all.map((column) =>
          helper.accessor((record) => filledOr(sortValue(record, column)), {
            id: column.id,
            sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id), false),
            sortUndefined: "last",
          }),
        ),
      ),
    [identity],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: records,
    state: {
      columnOrder: all.map(({ id }) => id),
      columnVisibility: Object.fromEntries(all.map(({ id }) => [id, !columns.isHidden(id)])),
      columnPinning: { start: all.map(({ id }) => id).filter(columns.isPinned), end: [] },
    },
  });
  const byId = new Map(all.map((column) => [column.id, column]));
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  const places = placesOf(shown, columns);
  const key = shown.map(({ id }) => `${id}${columns.isPinned(id)}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are drawn anew where the columns differ, not at every record
  const drawn = useMemo(() => shown.map((column, at) => ({ column, ...places[at]! })), [key, identity]);
  const { rows } = table.getRowModel();
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = NUMBER_PX + shown.reduce((sum, column) => sum + column.width, 0);
  const opener = useRef(onOpen);
  opener.current = onOpen;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className="surface records-grid" aria-label="Records" tabIndex={0}>
      <table aria-rowcount={records.length + 1} aria-colcount={all.length + 1} style={{ width }}>
        <colgroup>
          <col style={{ width: NUMBER_PX }} />
          {shown.map(({ id, width: own }) => (
            <col key={id} style={{ width: own }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="row-number">
              #
            </th>
            {drawn.map(({ column, left }) => {
              const own = table.getColumn(column.id);
              const sorted = own?.getIsSorted() ?? false;
              return (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
                  className={classOf(column, left)}
                  style={left === null ? undefined : { left }}
                >
                  <button type="button" title={column.title} onClick={own?.getToggleSortingHandler()}>
                    <span className="one-line">{column.title}</span>
                    <span aria-hidden>{sorted === "asc" ? "↑" : sorted === "desc" ? "↓" : ""}</span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap height={above} span={shown.length + 1} />}
          {items.map(({ index }) => (
            <Row key={rows[index]!.id} record={rows[index]!.original} index={index} cells={drawn} opener={opener} />
          ))}
          {below > 0 && <Gap height={below} span={shown.length + 1} />}
        </tbody>
      </table>
    </section>
  );
}

interface Placed {
  column: Column;
  /** How far from the edge a pinned column stays; null for one that scrolls. */
  left: number | null;
}

interface RowProps {
  record: Item;
  index: number;
  cells: Placed[];
  opener: { current: (record: Item) => void };
}

/** A row is drawn once, however often the grid is while it scrolls. */
const Row = memo(function Row({ record, index, cells, opener }: RowProps) {
  return (
    <tr aria-rowindex={index + 2} style={{ height: ROW_PX }}>
      <td className="row-number">
        <button type="button" aria-label={`Open record ${index + 1}`} onClick={() => opener.current(record)}>
          {index + 1}
        </button>
      </td>
      {cells.map(({ column, left }) => (
        <td key={column.id} className={classOf(column, left)} style={left === null ? undefined : { left }}>
          <Cell record={record} column={column} />
        </td>
      ))}
    </tr>
  );
});

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden style={{ height }}>
    <td colSpan={span} />
  </tr>
);

const filledOr = (value: unknown): unknown => (isEmpty(value) ? undefined : value);

const classOf = ({ kind }: Column, left: number | null): string | undefined =>
  [(kind === "number" || kind === "money") && "numeric", left !== null && "pinned"].filter(Boolean).join(" ") ||
  undefined;

function placesOf(shown: Column[], columns: ColumnSet): Array<{ left: number | null }> {
  let left = NUMBER_PX;
  return shown.map(({ id, width }) => {
    if (!columns.isPinned(id)) return { left: null };
    left += width;
    return { left: left - width };
  });
}
