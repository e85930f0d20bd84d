import { useLocalStorage } from "@mantine/hooks";
import type { Column } from "./columns.ts";

/** What somebody made of the columns of an operation's records: kept in this browser. */
export interface ColumnChoice {
  /** Ids in the order wished for; columns that are not named come after. */
  order: string[];
  hidden: string[];
  pinned: string[];
}

const asFound: ColumnChoice = { order: [], hidden: [], pinned: [] };

export interface ColumnSet {
  /** All of them, in their order: the pinned ones first. */
  all: Column[];
  isHidden: (id: string) => boolean;
  isPinned: (id: string) => boolean;
  /** Whether anything differs from what the records suggest. */
  changed: boolean;
  toggle: (id: string) => void;
  pin: (id: string) => void;
  move: (id: string, by: 1 | -1) => void;
  showAll: (shown: boolean) => void;
  reset: () => void;
}

export function useColumns(found: Column[], operation: string): ColumnSet {
  const [choice, setChoice] = useLocalStorage<ColumnChoice>({
    key: `winnow-columns:${operation}`,
    defaultValue: asFound,
    getInitialValueInEffect: false,
  });
  const all = inOrder(found, choice);
  const flip = (list: string[], id: string) =>
    list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
  return {
    all,
    isHidden: (id) => choice.hidden.includes(id),
    isPinned: (id) => choice.pinned.includes(id),
    changed: choice.order.length + choice.hidden.length + choice.pinned.length > 0,
    toggle: (id) => setChoice({ ...choice, hidden: flip(choice.hidden, id) }),
    pin: (id) => setChoice({ ...choice, pinned: flip(choice.pinned, id) }),
    move: (id, by) => setChoice({ ...choice, order: moved(all, id, by) }),
    showAll: (shown) => setChoice({ ...choice, hidden: shown ? [] : all.slice(1).map((column) => column.id) }),
    reset: () => setChoice(asFound),
  };
}

/** Pinned first, then as ordered, then as found. */
export function inOrder(found: Column[], { order, pinned }: ColumnChoice): Column[] {
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return found.toSorted(
    (a, b) => Number(pinned.includes(b.id)) - Number(pinned.includes(a.id)) || place(a.id) - place(b.id),
  );
}

/** The ids with one of them a place further to the front or to the end. */
export function moved(columns: Column[], id: string, by: 1 | -1): string[] {
  const ids = columns.map((column) => column.id);
  const from = ids.indexOf(id);
  const to = from + by;
  if (to < 0 || to >= ids.length) return ids;
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
}
