import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { refreshAll } from "./queries.ts";

interface Options<Answer, Input> {
  /** What to say when it is done. */
  done?: string | ((input: Input) => string | undefined);
  onDone?: (answer: Answer, input: Input) => unknown;
  /** For a page that shows `error` itself. */
  showsError?: boolean;
}

/** A change to something in the service. It reports the outcome, and everything on the page is read again. */
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
