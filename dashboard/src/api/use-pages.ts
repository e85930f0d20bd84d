import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { PageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "./call.ts";

interface Options<Row> {
  /** Whether a row can still change. If so, the list is polled every few seconds. */
  isOpen?: (row: Row) => boolean;
  /** Polls at this interval, whatever the rows are. */
  everyMs?: number | false;
  /** What the list depends on besides its path. A new version reloads the list. */
  version?: string;
}

const OPEN_MS = 2_500;

/** A paginated list. `path` includes the filters; `read` finds the rows in the response. */
export function useMappedPages<Answer, Row>(
  path: string,
  read: (answer: Answer) => PageAnswer<Row>,
  { isOpen, everyMs = false, version = "" }: Options<Row> = {},
): UseInfiniteQueryResult<Row[]> {
  const at = (value: string) =>
    value === "" ? path : `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(value)}`;
  return useInfiniteQuery({
    queryKey: [path, version],
    queryFn: async ({ pageParam }) => read(await api.get<Answer>(at(pageParam))),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    refetchInterval: ({ state }) =>
      isOpen && state.data?.pages.some(({ rows }) => rows.some(isOpen)) ? OPEN_MS : everyMs,
  });
}

export const usePages = <Row>(path: string, options: Options<Row> = {}) =>
  useMappedPages<PageAnswer<Row>, Row>(path, (page) => page, options);
