import { Button, type ButtonProps, CopyButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon, type IconName } from "./icons.tsx";

interface LinkButtonProps extends ButtonProps {
  to: string;
  icon?: IconName;
  title?: string;
  onClick?: () => unknown;
  children: string;
}

/** A link to a page of the dashboard that looks like a button. */
export const LinkButton = ({ icon, ...button }: LinkButtonProps) => (
  <Button component={Link} variant="default" leftSection={icon && <Icon name={icon} />} {...button} />
);

/** Downloads a file from the service. */
export const DownloadButton = ({ href, children }: { href: string; children: string }) => (
  <Button component="a" variant="default" href={href} leftSection={<Icon name="download" />}>
    {children}
  </Button>
);

interface CopyTextButtonProps {
  label: string;
  value: string;
  icon?: IconName;
  variant?: "default" | "light" | "filled";
}

/** Copies text and confirms for a moment. */
export const CopyTextButton = ({ label, value, icon = "copy", variant = "default" }: CopyTextButtonProps) => (
  <CopyButton value={value} timeout={1500}>
    {({ copied, copy }) => (
      <Button variant={variant} onClick={copy} leftSection={<Icon name={copied ? "check" : icon} />}>
        {copied ? "Copied" : label}
      </Button>
    )}
  </CopyButton>
);
