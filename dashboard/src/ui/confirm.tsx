import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";

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
