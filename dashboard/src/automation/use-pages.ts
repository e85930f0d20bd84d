import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { PageAnswer } from "../../../src/entry/dashboard/api-types.ts";
import { api } from "../api/call.ts";

interface Options<T> {
  /** Whether a row may still change: then the list is asked for again every few seconds. */
  isOpen?: (row: T) => boolean;
  /** What the list depends on besides its address: where that has changed, it is read anew. */
  version?: string;
}

const EVERY_MS = 2_500;

/** A list that is read on by cursor; `path` has its filters. */
export function usePages<T>(
  path: string,
  { isOpen = () => false, version = "" }: Options<T> = {},
): UseInfiniteQueryResult<T[]> {
  const from = (cursor: string) => `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
  return useInfiniteQuery({
    queryKey: [path, version],
    queryFn: ({ pageParam }) => api.get<PageAnswer<T>>(pageParam === "" ? path : from(pageParam)),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) => rows.some((row) => isOpen(row))) ? EVERY_MS : false,
  });
}
