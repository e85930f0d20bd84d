import { Button, type ButtonProps } from "@mantine/core";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";

interface ActButtonProps<Answer> extends ButtonProps {
  path: string;
  /** The notification shown on success. */
  done?: string;
  onDone?: (answer: Answer) => unknown;
}

/** A button for an action without a body on a job, batch, schedule or webhook. */
export function ActButton<Answer>({ path, done, onDone, ...button }: ActButtonProps<Answer>) {
  const act = useChange(() => api.call<Answer>("POST", path, {}), { done, onDone });
  return <Button variant="default" {...button} loading={act.isPending} onClick={() => act.mutate()} />;
}
