import { Select } from "@mantine/core";
import { useState } from "react";
import { IconRefresh } from "../ui/icons.tsx";
import { ConfirmButton } from "./confirm-button.tsx";

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
export function RotateButton<Answer>({ what, rotate, onRotated, ...shown }: RotateButtonProps<Answer>) {
  const [overlap, setOverlap] = useState("24");
  return (
    <ConfirmButton
      {...shown}
      size="xs"
      variant="default"
      color={undefined}
      leftSection={<IconRefresh size={14} />}
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
