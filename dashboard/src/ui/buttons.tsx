import { Button, type ButtonProps, CopyButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type Icon, IconCheck, IconCopy, IconDownload } from "./icons.tsx";

interface LinkButtonProps extends ButtonProps {
  to: string;
  icon?: Icon;
  title?: string;
  onClick?: () => unknown;
  children: string;
}

/** A link to a page of the dashboard that looks like a button. */
export const LinkButton = ({ icon: Shown, ...button }: LinkButtonProps) => (
  <Button component={Link} variant="default" leftSection={Shown && <Shown size={16} />} {...button} />
);

/** Downloads a file from the service. */
export const DownloadButton = ({ href, children }: { href: string; children: string }) => (
  <Button component="a" variant="default" href={href} leftSection={<IconDownload size={16} />}>
    {children}
  </Button>
);

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
