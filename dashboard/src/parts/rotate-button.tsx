import { Button, Select, Text } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../api/use-change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { IconRefresh } from "../ui/icons.tsx";

const overlaps = [
  { value: "0", label: "immediately" },
  { value: "1", label: "after 1 hour" },
  { value: "24", label: "after 1 day" },
  { value: "168", label: "after 7 days" },
];

interface RotateButtonProps<Answer> {
  what: "key" | "secret";
  title: string;
  about: string;
  children: string;
  rotate: (overlapHours: number) => Promise<Answer>;
  onRotated: (answer: Answer) => void;
}

/** Rotates a key or secret, after asking how long the old one keeps working. */
export function RotateButton<Answer>({ what, title, about, children, rotate, onRotated }: RotateButtonProps<Answer>) {
  const [asking, setAsking] = useState(false);
  const [overlap, setOverlap] = useState("24");
  const change = useChange(() => rotate(Number(overlap)), {
    onDone: (answer) => {
      setAsking(false);
      onRotated(answer);
      window.scrollTo({ top: 0 });
    },
  });
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => setAsking(true)}>
        {children}
      </Button>
      <Confirm
        opened={asking}
        title={title}
        action={`Rotate ${what}`}
        busy={change.isPending}
        onConfirm={() => change.mutate()}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{about}</Text>
        <Select
          label={`Old ${what} expires`}
          data={overlaps}
          value={overlap}
          onChange={(value) => setOverlap(value ?? "24")}
        />
      </Confirm>
    </>
  );
}
