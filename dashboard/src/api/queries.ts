import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import type { SessionAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { actingAccount, forgetAccount } from "./acting-account.ts";
import type { AnswerTo, Known } from "./answers.ts";
import { ApiError, api } from "./call.ts";
import { onReconnect, setTrouble } from "./connection.ts";
import { firstReads, takeFirst, usagePath } from "./first-reads.ts";

/** Reports that the session has ended. The page stays as it is: it may show what the user has not saved. */
export function onSignedOut(error: Error): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const session = queryClient.getQueryData(queries.session.queryKey);
  if (session?.me) setTrouble("signed out", true);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: onSignedOut,
    onSuccess: (data, { queryKey }) => {
      if (queryKey[0] === "/session" && (data as SessionAnswer).me) setTrouble("signed out", false);
    },
  }),
  mutationCache: new MutationCache({ onError: onSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 2,
    },
  },
});

async function read<T>(path: string): Promise<T> {
  const early = await takeFirst(path);
  return early?.ok ? ((await early.json()) as T) : api.call<T>("GET", path);
}

/**
 * A tab that is loaded for an account that cannot be opened any more shows the personal one. A page that is open stays as
 * it is: what is being filled in must not reach another account.
 */
async function readSession(): Promise<SessionAnswer> {
  try {
    const session = await read<SessionAnswer>("/session");
    // A link that the service sent names the personal account, too.
    if (session.me?.id === actingAccount()) forgetAccount();
    return session;
  } catch (error) {
    const isOpen = queryClient.getQueryData(queries.session.queryKey) !== undefined;
    if (isOpen || actingAccount() === null || !(error instanceof ApiError) || ![403, 404].includes(error.status))
      throw error;
    forgetAccount();
    return read<SessionAnswer>("/session");
  }
}

const get = <const P extends string>(path: P & Known<"GET", P>) =>
  queryOptions({ queryKey: [path] as readonly unknown[], queryFn: () => read<AnswerTo<"GET", P>>(path) });

export const queries = {
  session: queryOptions({ ...get("/session"), queryFn: readSession, staleTime: 60_000 }),
  keys: get("/keys"),
  catalogue: queryOptions({ ...get("/catalogue"), staleTime: Number.POSITIVE_INFINITY }),
  forms: queryOptions({ ...get("/forms"), staleTime: Number.POSITIVE_INFINITY }),
  plans: get("/plans"),
  publicStatus: queryOptions({ ...get("/status.json"), refetchInterval: 30_000 }),
  usage: (days: number) => get(usagePath(days, "/usage")),
  tags: (days: number) => get(usagePath(days, "/usage/tags")),
  usageByMember: (days: number) => get(usagePath(days, "/usage/members")),
  /** One call; none without an id. */
  request: (id = "") => queryOptions({ ...get(`/requests/${encodeURIComponent(id)}`), enabled: id !== "" }),
  savedCalls: get("/saved-calls"),
  at: get,
};

/** Loads what a page shows first. Failures are ignored: the page requests the data again and shows the error. */
export const readFirst = (page: keyof typeof firstReads) =>
  Promise.all(
    firstReads[page]().map((path) =>
      queryClient.ensureQueryData({ queryKey: [path], queryFn: () => read(path) }).catch(() => {}),
    ),
  );

/** Reloads all data, after a change to points, keys or history. */
export async function refreshAll(): Promise<void> {
  // A first read in flight may have seen the old state, and would be awaited instead of repeated.
  await queryClient.cancelQueries({ type: "active", predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries();
}

onReconnect(() => void refreshAll());
