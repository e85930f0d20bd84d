import { Button, type ButtonProps } from "@mantine/core";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { IconPlayerPause, IconPlayerPlay } from "../ui/icons.tsx";

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

/** Pauses a schedule or batch, or resumes it. */
export const PauseButton = ({ path, isPaused }: { path: string; isPaused: boolean }) =>
  isPaused ? (
    <ActButton path={`${path}/resume`} variant="filled" leftSection={<IconPlayerPlay size={16} />}>
      Resume
    </ActButton>
  ) : (
    <ActButton path={`${path}/pause`} leftSection={<IconPlayerPause size={16} />}>
      Pause
    </ActButton>
  );
