import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/call.ts";
import { refreshAll } from "../api/queries.ts";

interface Act {
  path: string;
  method?: "post" | "delete";
  /** What to say when it is done. */
  done?: string;
}

/** Does something to a thing of the page, says so, and shows what it is then. */
export function useAct<T = unknown>(onSuccess?: (answer: T) => unknown) {
  return useMutation({
    mutationFn: ({ path, method = "post" }: Act) => api[method]<T>(path),
    onSuccess: async (answer, { done }) => {
      if (done) notifications.show({ message: done });
      await onSuccess?.(answer);
      await refreshAll();
    },
    onError: (error: Error) => notifications.show({ color: "red", message: error.message }),
  });
}
