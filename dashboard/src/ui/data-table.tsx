import "./data-table.css";
import { Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { AnswerTo, Known } from "../api/answers.ts";
import { type PagesOptions, type RowOf, usePages } from "../api/use-pages.ts";
import { formatDuration, formatNumber, humanise } from "./format.ts";
import { QueryView } from "./query-view.tsx";
import { TextLink, Time } from "./text.tsx";

/** A column, declared once for both the table and the cards that replace it on narrow screens: as a field, or in full. */
export type Column<Row> = Field<Row> | Described<Row>;

interface Described<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * `title` names the row and heads its card, `status` is shown beside it, `figure` is a number, `prose` may wrap, and
   * `action` is a button whose header is only for screen readers.
   */
  role?: "title" | "status" | "figure" | "prose" | "action";
  /** The page that the cell's text opens. */
  to?: (row: Row) => string;
  /** A second line, truncated if it does not fit. */
  note?: (row: Row) => string | null | false | undefined;
  /** Needs no label in a card: a time explains itself. */
  plain?: boolean;
  /** Left out of cards, because the row's own page has it, too. */
  wide?: boolean;
  /** The value to sort by. Only for lists that are loaded completely. */
  sortBy?: (row: Row) => number | string;
}

/** A field of the rows, what heads its column, how it is shown, and what is shown if it is empty. */
type Field<Row> = readonly [header: string, name: keyof Row & string, as?: Form, none?: string];
type Form = "title" | "text" | "prose" | "word" | "figure" | "duration" | "ago" | "date" | "moment" | "time";

function show(value: unknown, as: Form): ReactNode {
  switch (as) {
    case "word":
      return humanise(String(value));
    case "figure":
      return formatNumber(Number(value));
    case "duration":
      return formatDuration(Number(value));
    case "title":
    case "text":
    case "prose":
      return String(value);
    default:
      return <Time at={value as string} as={as} />;
  }
}

function toColumn<Row>([header, name, as = "text", none = ""]: Field<Row>, isPaged: boolean): Described<Row> {
  const role = as === "duration" ? "figure" : (["title", "figure", "prose"] as const).find((one) => one === as);
  const sorts = !isPaged && (role === "figure" || as === "ago");
  return {
    header,
    ...(role && { role }),
    ...(sorts && { sortBy: (row) => Number(row[name] ?? 0) }),
    cell: (row) => ((row[name] ?? null) === null ? none : show(row[name], as)),
  };
}

interface DataTableProps<Row> {
  label: string;
  columns: ReadonlyArray<Column<Row> | false>;
  rows: readonly Row[];
  /** By default the row's `id` or `no`. */
  keyOf?: (row: Row, index: number) => string | number;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  /** Whether a row is highlighted. */
  isMarked?: (row: Row) => boolean;
  /** For tables of names and values, which need no header. */
  noHead?: boolean;
  /** Whether there may be more rows, so that these cannot be sorted. */
  isPaged?: boolean;
}

function ownKey(row: unknown): string | number {
  const { id, no = "" } = row as { id?: string; no?: number };
  return id ?? no;
}

/** The dashboard's table. It sorts where it can. If its columns do not fit, their text wraps, and then rows become cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, keyOf = ownKey, empty, isMarked, noHead = false, isPaged = false } = props;
  const columns = props.columns
    .filter((column) => column !== false)
    .map((one) => ("header" in one ? one : toColumn(one, isPaged || rows.length < 2)));
  const [order, setOrder] = useState<Order | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const layout = useLayout(frame, rows);
  if (rows.length === 0 && empty !== undefined)
    return typeof empty === "string" ? <Text c="dimmed">{empty}</Text> : empty;
  const classes = ["data-table", layout, noHead && "no-head"].filter(Boolean).join(" ");
  return (
    <div ref={frame} className="surface data-table-frame">
      <table {...ROLES.table} aria-label={label} className={classes}>
        {!noHead && <Head columns={columns} order={order} onOrder={setOrder} />}
        <tbody {...ROLES.rowgroup}>
          {sorted(rows, columns, order).map((row, index) => (
            <tr key={keyOf(row, index)} {...ROLES.row} className={isMarked?.(row) ? "marked" : undefined}>
              {columns.map((column) => (
                <BodyCell key={column.header} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Browsers drop a table's semantics when it is laid out as cards, so roles restore them. */
const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader", scope: "col" },
  rowheader: { role: "rowheader", scope: "row" },
  cell: { role: "cell" },
} as const;

interface HeadProps<Row> {
  columns: Array<Described<Row>>;
  order: Order | null;
  onOrder: (order: Order) => void;
}

const Head = <Row,>({ columns, order, onOrder }: HeadProps<Row>) => (
  <thead {...ROLES.rowgroup}>
    <tr {...ROLES.row}>
      {columns.map(({ header, role, sortBy, wide }) => (
        <th
          key={header}
          {...ROLES.columnheader}
          className={role && `is-${role}`}
          data-wide={wide}
          aria-sort={sortBy && directionOf(order, header)}
        >
          {sortBy && <SortButton by={header} title={header} order={order} onOrder={onOrder} />}
          {!sortBy && role === "action" && <VisuallyHidden>{header}</VisuallyHidden>}
          {!sortBy && role !== "action" && header}
        </th>
      ))}
    </tr>
  </thead>
);

function BodyCell<Row>({ column, row }: { column: Described<Row>; row: Row }) {
  const { header, cell, role, to, plain, wide } = column;
  const className = role && `is-${role}`;
  const note = column.note?.(row);
  const content = (
    <>
      {to ? <TextLink to={to(row)}>{cell(row)}</TextLink> : cell(row)}
      {note && <CellNote>{note}</CellNote>}
    </>
  );
  if (role === "title") {
    return (
      <th {...ROLES.rowheader} className={className}>
        {content}
      </th>
    );
  }
  const data = { "data-label": role === "action" ? undefined : header, "data-plain": plain, "data-wide": wide };
  return (
    <td {...ROLES.cell} className={className} {...data}>
      {content}
    </td>
  );
}

function sorted<Row>(rows: readonly Row[], columns: Array<Described<Row>>, order: Order | null): readonly Row[] {
  const sortBy = columns.find(({ header }) => header === order?.by)?.sortBy;
  if (!sortBy || !order) return rows;
  const sign = order.direction === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [first, second] = [sortBy(a), sortBy(b)];
    if (first === second) return 0;
    return first < second ? -sign : sign;
  });
}

/** Tried in this order, until the columns fit. */
const FORMS = ["", "wraps", "cards"] as const;

/** How the rows are laid out. Measured before the browser paints, so that nothing jumps. */
function useLayout(frame: RefObject<HTMLElement | null>, rows: readonly unknown[]): (typeof FORMS)[number] {
  const [form, setForm] = useState(0);
  const needed = useRef<number[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may need more room
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const judge = () => {
      if (form < 2) needed.current[form] = element.scrollWidth;
      const fits = [0, 1].findIndex((at) => (needed.current[at] ?? 0) <= element.clientWidth);
      setForm(fits === -1 ? 2 : fits);
    };
    judge();
    const observer = new ResizeObserver(judge);
    observer.observe(element);
    // The table grows without its frame when the font arrives.
    for (const table of element.children) observer.observe(table);
    return () => observer.disconnect();
  }, [frame, form, rows]);
  return FORMS[form]!;
}

/** A second line in a cell, truncated if it does not fit. */
export const CellNote = ({ children }: { children: string }) => (
  <span className="cell-note" title={children}>
    {children}
  </span>
);

/** The column by which a table is sorted. */
export interface Order {
  by: string;
  direction: "ascending" | "descending";
}

export const directionOf = (order: Order | null, by: string) => (order?.by === by ? order.direction : "none");

interface SortButtonProps {
  by: string;
  title: string;
  order: Order | null;
  onOrder: (order: Order) => void;
}

/** A heading that sorts its table: pressed once descending, then ascending. Its cell has the `aria-sort`. */
export function SortButton({ by, title, order, onOrder }: SortButtonProps) {
  const direction = directionOf(order, by) === "descending" ? "ascending" : "descending";
  return (
    <button type="button" className="sort-button" onClick={() => onOrder({ by, direction })}>
      {title}
    </button>
  );
}

interface PagedTableProps<P extends string, Row>
  extends Omit<DataTableProps<Row>, "rows" | "isPaged">,
    PagesOptions<Row> {
  path: P & Known<"GET", P>;
  /** Label of the button that loads more rows. */
  more: string;
}

/** A paginated table of what the service lists at a path, with a skeleton while it loads. */
export function PagedTable<const P extends string>(props: PagedTableProps<P, RowOf<AnswerTo<"GET", P>>>) {
  const { path, more, isOpen, everyMs, ...table } = props;
  const pages = usePages<P>(path, { isOpen, everyMs });
  return (
    <QueryView query={pages}>
      {(rows) => (
        <>
          <DataTable {...table} rows={rows} isPaged />
          <MoreButton query={pages}>{more}</MoreButton>
        </>
      )}
    </QueryView>
  );
}

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  children: string;
}

/** Loads the next page of a list. */
export function MoreButton({ query, children }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Group justify="center">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {children}
      </Button>
    </Group>
  );
}
