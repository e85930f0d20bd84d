import { useInfiniteQuery } from "@tanstack/react-query";
import type { AnswerTo, Known } from "./answers.ts";
import { api } from "./call.ts";

export interface PagesOptions<Row> {
  /** Whether a row can still change. If so, the list is polled every few seconds. */
  isOpen?: (row: Row) => boolean;
  /** Polls at this interval, whatever the rows are. */
  everyMs?: number | false;
  /** What the list depends on besides its path. A new version reloads the list. */
  version?: string;
}

const OPEN_MS = 2_500;

/** The one list in an answer, whatever it is called. */
type ListIn<A> = Extract<A[keyof A], readonly unknown[]>;
export type RowOf<A> = ListIn<A>[number];

/** A paginated list. `path` includes the filters. */
export function usePages<const P extends string>(
  path: P & Known<"GET", P>,
  { isOpen, everyMs = false, version = "" }: PagesOptions<RowOf<AnswerTo<"GET", P>>> = {},
) {
  type Answer = AnswerTo<"GET", P>;
  const at = (value: string) =>
    value === "" ? path : `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(value)}`;
  return useInfiniteQuery({
    queryKey: [path, version],
    queryFn: async ({ pageParam }) => {
      const page = await api.call<Answer & { next_cursor?: string | null; cursor?: string | null }>(
        "GET",
        at(pageParam),
      );
      const rows = (Object.values(page).find(Array.isArray) ?? []) as Array<RowOf<Answer>>;
      return { rows, next: page.next_cursor ?? page.cursor };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    refetchInterval: ({ state }) =>
      isOpen && state.data?.pages.some(({ rows }) => rows.some(isOpen)) ? OPEN_MS : everyMs,
  });
}
