import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  CatalogueAnswer,
  KeysAnswer,
  PlansAnswer,
  SavedCall,
  SessionAnswer,
  UsageAnswer,
} from "../../../src/endpoints/dashboard/types.ts";
import type { Status } from "../../../src/health/status-types.ts";
import { ApiError, api } from "./call.ts";

/** A session that ended elsewhere: back to signing in, and from there to the same page. */
export function onSignedOut(error: Error): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const { pathname, search } = window.location;
  if (pathname !== "/sign-in") window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onSignedOut }),
  mutationCache: new MutationCache({ onError: onSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 2,
    },
  },
});

/** Answers that `boot.js` asked for before the program was there; each is used once. */
const first = (globalThis as { firstAnswers?: Record<string, Promise<Response>> }).firstAnswers ?? {};

async function read<T>(path: string): Promise<T> {
  const early = first[path];
  delete first[path];
  const answer = await early?.catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as T) : api.get<T>(path);
}

const get = <T>(path: string) => queryOptions({ queryKey: [path], queryFn: () => read<T>(path) });

async function readStatus(): Promise<Status> {
  const answer = await fetch("/status.json");
  if (!answer.ok) throw new Error(`The service returned status ${answer.status}.`);
  return (await answer.json()) as Status;
}

export const queries = {
  session: queryOptions({ ...get<SessionAnswer>("/session"), staleTime: 60_000 }),
  keys: get<KeysAnswer>("/keys"),
  catalogue: queryOptions({ ...get<CatalogueAnswer>("/catalogue"), staleTime: Number.POSITIVE_INFINITY }),
  plans: get<PlansAnswer>("/plans"),
  publicStatus: queryOptions({ queryKey: ["/status.json"], queryFn: readStatus, refetchInterval: 30_000 }),
  usage: (days: number, zone: string) =>
    get<UsageAnswer>(`/usage?${new URLSearchParams({ days: String(days), zone })}`),
  savedCalls: get<{ calls: SavedCall[] }>("/saved-calls"),
  at: get,
};

/** After anything that changes points, keys or history. */
export async function refreshAll(): Promise<void> {
  // A first read that is under way may have seen the state before the change, and would be waited for instead of repeated.
  await queryClient.cancelQueries({ type: "active", predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries();
}
