import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { PageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "./call.ts";

interface Options<Row> {
  /** Whether a row may still change: then the list is asked for again every few seconds. */
  isOpen?: (row: Row) => boolean;
  /** Asks again this often, whatever the rows are. */
  everyMs?: number | false;
  /** What the list depends on besides its address: where that has changed, it is read anew. */
  version?: string;
  /** The query parameter that asks for the next page. */
  cursor?: string;
}

const OPEN_MS = 2_500;

/** A list that is read page by page; `path` has its filters, `read` finds the rows in the service's answer. */
export function usePagesOf<Answer, Row>(
  path: string,
  read: (answer: Answer, before: number) => PageAnswer<Row>,
  { isOpen, everyMs = false, version = "", cursor = "cursor" }: Options<Row> = {},
): UseInfiniteQueryResult<Row[]> {
  const at = (value: string) =>
    value === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${cursor}=${encodeURIComponent(value)}`;
  return useInfiniteQuery({
    queryKey: [path, version],
    queryFn: async ({ pageParam }) => {
      const page = read(await api.get<Answer>(at(pageParam.from)), pageParam.before);
      return { ...page, seen: pageParam.before + page.rows.length };
    },
    initialPageParam: { from: "", before: 0 },
    getNextPageParam: ({ next_cursor, seen }) =>
      next_cursor === null ? undefined : { from: next_cursor, before: seen },
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    refetchInterval: ({ state }) =>
      isOpen && state.data?.pages.some(({ rows }) => rows.some(isOpen)) ? OPEN_MS : everyMs,
  });
}

export const usePages = <Row>(path: string, options: Options<Row> = {}) =>
  usePagesOf<PageAnswer<Row>, Row>(path, (page) => page, options);
