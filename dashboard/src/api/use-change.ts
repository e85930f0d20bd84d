import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { refreshAll } from "./queries.ts";

interface Options<Answer, Input> {
  /** The notification shown on success. */
  done?: string | ((input: Input) => string | undefined);
  onDone?: (answer: Answer, input: Input) => unknown;
  /** Set if the page shows `error` itself. */
  showsError?: boolean;
}

/** A change in the service: notifies the user of the outcome and reloads all data on the page. */
export function useChange<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  { done, onDone, showsError = false }: Options<Answer, Input> = {},
) {
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, input) => {
      const message = typeof done === "function" ? done(input) : done;
      if (message) notifications.show({ message });
      await onDone?.(answer, input);
      await refreshAll();
    },
    onError: ({ message }) => {
      if (!showsError) notifications.show({ color: "red", message });
    },
  });
}
