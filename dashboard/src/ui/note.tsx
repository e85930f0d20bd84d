import { Text, type TextProps } from "@mantine/core";
import type { ReactNode } from "react";

/** Small, dimmed text: what explains the thing above or beside it. */
export const Note = (props: TextProps & { role?: string; title?: string; children: ReactNode }) => (
  <Text size="sm" c="dimmed" {...props} />
);
