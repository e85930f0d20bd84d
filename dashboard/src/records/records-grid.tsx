import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { directionOf, type Order, SortButton } from "../ui/data-table.tsx";
import { Cell } from "./cell.tsx";
import { type Column, sortValue } from "./columns.ts";
import { provenanceText, useProvenance } from "./provenance.tsx";
import { compareValues, type Item } from "./values.ts";

const ROW_PX = 40;
/** Width of the row numbers, which are always visible. */
const NUMBER_PX = 56;

interface RecordsGridProps {
  /** Its name for screen readers. */
  label?: string | undefined;
  records: Item[];
  columns: Column[];
  /** The record selected elsewhere. It is highlighted and scrolled into view. */
  selected: Item | null;
  onSelect: (record: Item) => void;
  /** `shown` are all records in the grid's order. */
  onOpen: (record: Item, shown: Item[]) => void;
}

/** All records in rows, of which only the visible ones are rendered. A click on a heading sorts. */
export function RecordsGrid({ label = "Records", records, columns, selected, onSelect, onOpen }: RecordsGridProps) {
  const [order, setOrder] = useState<Order | null>(null);
  const rows = useMemo(() => sorted(records, columns, order), [records, columns, order]);
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    useFlushSync: false,
  });
  useEffect(() => {
    const at = selected === null ? -1 : rows.indexOf(selected);
    if (at !== -1) virtual.scrollToIndex(at, { align: "auto" });
  }, [selected, rows, virtual]);
  const actions = useRef<Actions>({ open: () => {}, select: onSelect });
  actions.current = { open: (record) => onOpen(record, rows), select: onSelect };
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = NUMBER_PX + columns.reduce((sum, column) => sum + column.width, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className="surface records-grid" aria-label={label} tabIndex={0}>
      <table aria-rowcount={records.length + 1} style={{ width }}>
        <thead>
          <tr>
            <th scope="col" style={{ width: NUMBER_PX }}>
              #
            </th>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={directionOf(order, column.id)}
                className={classOf(column)}
                style={{ width: column.width }}
                title={column.title}
              >
                <SortButton by={column.id} title={column.title} order={order} onOrder={setOrder} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap height={above} />}
          {items.map(({ index }) => {
            const record = rows[index]!;
            return <Row key={index} {...{ record, index, columns, actions }} isSelected={record === selected} />;
          })}
          {below > 0 && <Gap height={below} />}
        </tbody>
      </table>
    </section>
  );
}

function sorted(records: Item[], columns: Column[], order: Order | null): Item[] {
  const column = columns.find(({ id }) => id === order?.by);
  if (!column) return records;
  const isDescending = order?.direction === "descending";
  return records.toSorted((a, b) => compareValues(sortValue(a, column), sortValue(b, column), isDescending));
}

interface Actions {
  open: (record: Item) => void;
  select: (record: Item) => void;
}

interface RowProps {
  record: Item;
  index: number;
  columns: Column[];
  actions: RefObject<Actions>;
  isSelected: boolean;
}

/** Memoised, so that scrolling does not render it again. */
const Row = memo(function Row({ record, index, columns, actions, isSelected }: RowProps) {
  const select = () => actions.current.select(record);
  const provenance = useProvenance(record);
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      style={{ height: ROW_PX }}
      onClick={select}
      onFocus={select}
    >
      <td>
        <button type="button" aria-label={`Open record ${index + 1}`} onClick={() => actions.current.open(record)}>
          {index + 1}
        </button>
      </td>
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)} title={provenanceText(provenance, column.id)}>
          <Cell record={record} column={column} />
        </td>
      ))}
    </tr>
  );
});

const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden style={{ height }}>
    <td />
  </tr>
);

const classOf = ({ kind }: Column) => (kind === "number" || kind === "money" ? "numeric" : undefined);
