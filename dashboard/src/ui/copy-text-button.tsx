import { Button, CopyButton } from "@mantine/core";
import { type Icon, IconCheck, IconCopy } from "./icons.tsx";

interface CopyTextButtonProps {
  label: string;
  value: string;
  icon?: Icon;
  variant?: "default" | "light" | "filled";
}

/** Copies text and confirms for a moment. */
export const CopyTextButton = ({ label, value, icon: Shown = IconCopy, variant = "default" }: CopyTextButtonProps) => (
  <CopyButton value={value} timeout={1500}>
    {({ copied, copy }) => (
      <Button variant={variant} onClick={copy} leftSection={copied ? <IconCheck size={16} /> : <Shown size={16} />}>
        {copied ? "Copied" : label}
      </Button>
    )}
  </CopyButton>
);
