import { Button, type ButtonProps, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { IconTrash } from "../ui/icons.tsx";

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
        leftSection={<IconTrash size={14} />}
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
