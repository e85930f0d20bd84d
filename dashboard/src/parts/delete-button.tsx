import { Button, type ButtonProps, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { IconTrash } from "../ui/icons.tsx";

interface DeleteButtonProps extends ButtonProps {
  path: string;
  /** How it is done, if not by deleting what is at the path. */
  method?: "POST";
  /** The button that confirms. */
  action: string;
  /** The heading of the dialog, if it differs from the action. */
  title?: string;
  about: string;
  /** What is said when it is done. */
  done?: string;
  onDeleted?: () => unknown;
}

/** Deletes, cancels, revokes or hands over something after a confirmation. */
export function DeleteButton({
  path,
  method,
  action,
  title = action,
  about,
  done,
  onDeleted,
  ...button
}: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const remove = useChange(() => api.call(method ?? "DELETE", path, {}), {
    ...(done !== undefined && { done }),
    onDone: () => {
      setAsking(false);
      return onDeleted?.();
    },
  });
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
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{about}</Text>
      </Confirm>
    </>
  );
}
