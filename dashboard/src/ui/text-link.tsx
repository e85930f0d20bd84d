import { Anchor, type AnchorProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link to a page of the dashboard, in text or in a table. */
export const TextLink = (props: AnchorProps & { to: string; search?: true; children: ReactNode }) => (
  <Anchor component={Link} size="sm" {...props} />
);
