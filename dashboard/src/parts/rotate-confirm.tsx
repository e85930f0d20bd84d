import { Select, Text } from "@mantine/core";
import { useState } from "react";
import { Confirm } from "../ui/confirm.tsx";

const overlaps = [
  { value: "0", label: "immediately" },
  { value: "1", label: "after 1 hour" },
  { value: "24", label: "after 1 day" },
  { value: "168", label: "after 7 days" },
];

interface RotateConfirmProps {
  opened: boolean;
  title: string;
  what: "key" | "secret";
  about: string;
  busy: boolean;
  onRotate: (overlapHours: number) => void;
  onClose: () => void;
}

/** Asks how long the replaced key or secret keeps working. */
export function RotateConfirm({ what, about, onRotate, ...dialog }: RotateConfirmProps) {
  const [overlap, setOverlap] = useState("24");
  return (
    <Confirm {...dialog} action={`Rotate the ${what}`} onConfirm={() => onRotate(Number(overlap))}>
      <Text size="sm">{about}</Text>
      <Select
        label={`Old ${what} expires`}
        data={overlaps}
        value={overlap}
        allowDeselect={false}
        onChange={(value) => setOverlap(value ?? "24")}
      />
    </Confirm>
  );
}
