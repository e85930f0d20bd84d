import { Button, type ButtonProps, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { Icon } from "../ui/icons.tsx";
import { labelled } from "../ui/options.ts";

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
    <ActButton path={`${path}/resume`} variant="filled" leftSection={<Icon name="player-play" />}>
      Resume
    </ActButton>
  ) : (
    <ActButton path={`${path}/pause`} leftSection={<Icon name="player-pause" />}>
      Pause
    </ActButton>
  );

interface ConfirmProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  action: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({ children, action, danger = false, busy = false, onConfirm, ...dialog }: ConfirmProps) {
  return (
    <Modal {...dialog} centered>
      <Stack gap="md">
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.onClose}>
            Keep it
          </Button>
          <Button color={danger ? "red.8" : undefined} loading={busy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ConfirmButtonProps<Answer> extends ButtonProps {
  /** What is deleted, or else how it is done. */
  act: string | (() => Promise<Answer>);
  /** The button that confirms. */
  action: string;
  /** The heading of the dialog, if it differs from the action. */
  title?: string;
  about: string;
  /** Set for what can be undone. */
  harmless?: boolean;
  /** What the dialog asks. */
  fields?: (change: { error: Error | null; send: () => void }) => ReactNode;
  /** Set if the fields show the error. */
  showsError?: boolean;
  /** What is said when it is done. */
  done?: string;
  onDone?: (answer: Answer) => unknown;
}

/** Deletes, cancels, revokes, rotates or hands over something after a confirmation. */
export function ConfirmButton<Answer>(props: ConfirmButtonProps<Answer>) {
  const {
    act,
    action,
    title = action,
    about,
    harmless = false,
    fields,
    showsError = false,
    done,
    onDone,
    ...button
  } = props;
  const [asking, setAsking] = useState(false);
  const change = useChange(() => (typeof act === "string" ? api.call<Answer>("DELETE", act, {}) : act()), {
    ...(done !== undefined && { done }),
    showsError,
    onDone: (answer) => {
      setAsking(false);
      return onDone?.(answer);
    },
  });
  const send = () => change.mutate();
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<Icon name="trash" size={14} />}
        {...button}
        onClick={() => setAsking(true)}
      />
      <Confirm
        opened={asking}
        title={title}
        action={action}
        danger={!harmless}
        busy={change.isPending}
        onConfirm={send}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{about}</Text>
        {fields?.({ error: change.error, send })}
      </Confirm>
    </>
  );
}

const overlaps = labelled({ 0: "immediately", 1: "after 1 hour", 24: "after 1 day", 168: "after 7 days" });

interface RotateButtonProps<Answer> {
  what: "key" | "secret";
  title: string;
  about: string;
  children: string;
  rotate: (overlapHours: number) => Promise<Answer>;
  onRotated: (answer: Answer) => void;
}

/** Rotates a key or secret, after asking how long the old one keeps working. */
export function RotateButton<Answer>({ what, rotate, onRotated, ...shown }: RotateButtonProps<Answer>) {
  const [overlap, setOverlap] = useState("24");
  return (
    <ConfirmButton
      {...shown}
      size="xs"
      variant="default"
      color={undefined}
      leftSection={<Icon name="refresh" size={14} />}
      action={`Rotate ${what}`}
      harmless
      act={() => rotate(Number(overlap))}
      fields={() => (
        <Select
          label={`Old ${what} expires`}
          data={overlaps}
          value={overlap}
          onChange={(value) => setOverlap(value ?? "24")}
        />
      )}
      onDone={(answer) => {
        onRotated(answer);
        window.scrollTo({ top: 0 });
      }}
    />
  );
}
