import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { refreshAll } from "./queries.ts";

interface Options<Answer> {
  /** The notification shown on success. */
  done?: string;
  onDone?: (answer: Answer) => unknown;
  /** Set if the page shows `error` itself. */
  showsError?: boolean;
}

/** A change in the service: notifies the user of the outcome and reloads all data on the page. */
export function useChange<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  { done, onDone, showsError = false }: Options<Answer> = {},
) {
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      if (done) notifications.show({ message: done });
      await onDone?.(answer);
      await refreshAll();
    },
    onError: ({ message }) => {
      if (!showsError) notifications.show({ color: "red", message });
    },
  });
}
