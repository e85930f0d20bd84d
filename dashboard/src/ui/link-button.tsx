import { Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Icon } from "./icons.tsx";

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
