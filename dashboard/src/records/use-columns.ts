import { useLocalStorage } from "@mantine/hooks";
import type { Column } from "./columns.ts";

/** A user's column settings for an operation, stored in this browser. */
export interface ColumnChoice {
  /** Ids in the chosen order. Columns not listed follow. */
  order: string[];
  hidden: string[];
  pinned: string[];
}

const asFound: ColumnChoice = { order: [], hidden: [], pinned: [] };

export function useColumns(found: Column[], operation: string) {
  const [choice, setChoice] = useLocalStorage<ColumnChoice>({
    key: `winnow-columns:${operation}`,
    defaultValue: asFound,
    getInitialValueInEffect: false,
  });
  const all = inOrder(found, choice);
  const flip = (list: string[], id: string) =>
    list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
  return {
    /** All columns in order, pinned ones first. */
    all,
    isHidden: (id: string) => choice.hidden.includes(id),
    isPinned: (id: string) => choice.pinned.includes(id),
    /** Whether the settings differ from the default. */
    changed: choice.order.length + choice.hidden.length + choice.pinned.length > 0,
    toggle: (id: string) => setChoice({ ...choice, hidden: flip(choice.hidden, id) }),
    pin: (id: string) => setChoice({ ...choice, pinned: flip(choice.pinned, id) }),
    move: (id: string, by: 1 | -1) => setChoice({ ...choice, order: moved(all, id, by) }),
    showAll: (shown: boolean) => setChoice({ ...choice, hidden: shown ? [] : all.slice(1).map((column) => column.id) }),
    reset: () => setChoice(asFound),
  };
}

export type ColumnSet = ReturnType<typeof useColumns>;

/** Sorts columns: pinned first, then in the chosen order, then as found. */
export function inOrder(found: Column[], { order, pinned }: ColumnChoice): Column[] {
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return found.toSorted(
    (a, b) => Number(pinned.includes(b.id)) - Number(pinned.includes(a.id)) || place(a.id) - place(b.id),
  );
}

/** Column ids with one of them moved forward or back. */
export function moved(columns: Column[], id: string, by: 1 | -1): string[] {
  const ids = columns.map((column) => column.id);
  const from = ids.indexOf(id);
  const to = from + by;
  if (to < 0 || to >= ids.length) return ids;
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
}
