import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { Cell } from "./cell.tsx";
import { type Column, sortValue } from "./columns.ts";
import { provenanceText, useProvenance } from "./provenance.tsx";
import type { ColumnSet } from "./use-columns.ts";
import { compareValues, type Item, isEmpty } from "./values.ts";

const ROW_PX = 40;
/** Width of the row numbers, which are always visible. */
const NUMBER_PX = 56;
const SORTED = {
  asc: { aria: "ascending", arrow: "↑" },
  desc: { aria: "descending", arrow: "↓" },
} as const;

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const helper = createColumnHelper<typeof features, Item>();

interface RecordsGridProps {
  /** Its name for screen readers. */
  label?: string | undefined;
  records: Item[];
  columns: ColumnSet;
  /** The record selected elsewhere. It is highlighted and scrolled into view. */
  selected: Item | null;
  onSelect: (record: Item) => void;
  /** `shown` are all records in the grid's order. */
  onOpen: (record: Item, shown: Item[]) => void;
}

/** All records in rows, of which only the visible ones are rendered. A click on a heading sorts; Shift adds a second column. */
export function RecordsGrid({ label = "Records", records, columns, selected, onSelect, onOpen }: RecordsGridProps) {
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
  const table = useTable({ features, columns: definitions, data: records });
  const shown = all.filter(({ id }) => !columns.isHidden(id));
  const key = shown.map(({ id }) => `${id}${columns.isPinned(id)}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are drawn anew where the columns differ, not at every record
  const placed = useMemo(() => places(shown, columns), [key, identity]);
  const { rows } = table.getRowModel();
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useColumnsInSight(placed, frame);
  const width = NUMBER_PX + shown.reduce((sum, column) => sum + column.width, 0);
  const open = (record: Item) =>
    onOpen(
      record,
      rows.map(({ original }) => original),
    );
  const actions = useRef({ onOpen: open, onSelect });
  actions.current = { onOpen: open, onSelect };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className="surface records-grid" aria-label={label} tabIndex={0}>
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
            {spaced(drawn, shown.length, ({ column, left, at }) => {
              const own = table.getColumn(column.id);
              const sorted = own?.getIsSorted() ?? false;
              return (
                <th
                  key={column.id}
                  scope="col"
                  aria-colindex={at + 2}
                  aria-sort={sorted ? SORTED[sorted].aria : "none"}
                  className={theclass(column, left)}
                  style={left === null ? undefined : { left }}
                >
                  <button type="button" title={column.title} onClick={own?.getToggleSortingHandler()}>
                    <span className="one-line">{column.title}</span>
                    <span aria-hidden>{sorted ? SORTED[sorted].arrow : ""}</span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <Body rows={rows} cells={drawn} columns={shown.length} frame={frame} actions={actions} selected={selected} />
      </table>
    </section>
  );
}

/** The columns to render: pinned and visible ones. */
function useColumnsInSight(placed: Placed[], frame: RefObject<HTMLDivElement | null>): Placed[] {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const pinned = placed.filter(({ left }) => left !== null).map(({ at }) => at);
      return [...new Set([...pinned, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
    [placed],
  );
  const { getVirtualItems } = useVirtualizer({
    horizontal: true,
    count: placed.length,
    getScrollElement: () => frame.current,
    estimateSize: (at) => placed[at]!.column.width,
    // A different set of columns has different keys, so widths are measured again.
    getItemKey: useCallback((at: number) => placed[at]?.column.id ?? at, [placed]),
    paddingStart: NUMBER_PX,
    overscan: 2,
    rangeExtractor,
    useFlushSync: false,
  });
  const inSight = getVirtualItems().map(({ index }) => index);
  const key = inSight.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns give the same array, so that no row is drawn anew
  return useMemo(() => inSight.flatMap((at) => placed[at] ?? []), [key, placed]);
}

/** Lays out the cells. An empty cell spans the columns between two rendered ones. */
function spaced(cells: Placed[], columns: number, draw: (cell: Placed) => ReactNode): ReactNode[] {
  let next = 0;
  const drawn: ReactNode[] = [];
  const skipTo = (at: number) => {
    if (at > next) drawn.push(<td key={`to ${at}`} aria-hidden colSpan={at - next} />);
    next = at + 1;
  };
  for (const cell of cells) {
    skipTo(cell.at);
    drawn.push(draw(cell));
  }
  skipTo(columns);
  return drawn;
}

interface BodyProps {
  rows: Array<{ id: string; original: Item }>;
  cells: Placed[];
  columns: number;
  frame: RefObject<HTMLDivElement | null>;
  actions: RowActions;
  selected: Item | null;
}

type RowActions = RefObject<{ onOpen: (record: Item) => void; onSelect: (record: Item) => void }>;

/** Separate from the frame, so that scrolling renders only rows. */
const Body = memo(function Body({ rows, cells, columns, frame, actions, selected }: BodyProps) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    useFlushSync: false,
  });
  useEffect(() => {
    const at = selected === null ? -1 : rows.findIndex(({ original }) => original === selected);
    if (at !== -1) virtual.scrollToIndex(at, { align: "auto" });
  }, [selected, rows, virtual]);
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      {above > 0 && <Gap height={above} span={columns + 1} />}
      {items.map(({ index }) => {
        const { id, original } = rows[index]!;
        const row = { record: original, index, cells, columns, actions, isSelected: original === selected };
        return <Row key={id} {...row} />;
      })}
      {below > 0 && <Gap height={below} span={columns + 1} />}
    </tbody>
  );
});

interface Placed {
  column: Column;
  /** Index among the shown columns. */
  at: number;
  /** Distance from the edge for a pinned column; null for one that scrolls. */
  left: number | null;
}

interface RowProps {
  record: Item;
  index: number;
  cells: Placed[];
  columns: number;
  actions: RowActions;
  isSelected: boolean;
}

/** Memoised, so that scrolling does not render it again. */
const Row = memo(function Row({ record, index, cells, columns, actions, isSelected }: RowProps) {
  const select = () => actions.current.onSelect(record);
  const provenance = useProvenance(record);
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      style={{ height: ROW_PX }}
      onClick={select}
      onFocus={select}
    >
      <td className="row-number">
        <button type="button" aria-label={`Open record ${index + 1}`} onClick={() => actions.current.onOpen(record)}>
          {index + 1}
        </button>
      </td>
      {spaced(cells, columns, ({ column, left, at }) => (
        <td
          key={column.id}
          aria-colindex={at + 2}
          className={theclass(column, left)}
          style={left === null ? undefined : { left }}
          title={provenanceText(provenance, column.id)}
        >
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

const theclass = ({ kind }: Column, left: number | null): string | undefined =>
  [(kind === "number" || kind === "money") && "numeric", left !== null && "pinned"].filter(Boolean).join(" ") ||
  undefined;

function places(shown: Column[], columns: ColumnSet): Placed[] {
  let left = NUMBER_PX;
  return shown.map((column, at) => {
    if (!columns.isPinned(column.id)) return { column, at, left: null };
    left += column.width;
    return { column, at, left: left - column.width };
  });
}
