import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { JobView } from "../../../src/endpoints/dashboard/types.ts";
import { linkPath } from "../api/first-reads.ts";
import { queries, queryClient, refreshAll } from "../api/queries.ts";

const ENDS = ["succeeded", "failed", "cancelled"];
/** Polling interval in case a proxy buffers the events. */
const LOOK_AGAIN_MS = 15_000;

/** A job that updates with the service's events until it ends. */
export function useLiveJob(id: string) {
  const path = `/jobs/${encodeURIComponent(id)}` as const;
  const query = useQuery({
    ...queries.at(path),
    refetchInterval: ({ state }) => (state.data && state.data.ended_at === null ? LOOK_AGAIN_MS : false),
  });
  const isOpen = query.data?.ended_at === null;
  useEffect(() => {
    if (!isOpen) return;
    const events = new EventSource(linkPath(`${path}/events`));
    const show = ({ data }: MessageEvent<string>) => queryClient.setQueryData([path], JSON.parse(data) as JobView);
    events.addEventListener("progress", show);
    for (const end of ENDS) {
      events.addEventListener(end, (event) => {
        events.close();
        show(event);
        // The job changed points, history and lists.
        void refreshAll();
      });
    }
    return () => events.close();
  }, [path, isOpen]);
  return query;
}
