import type { ComponentProps } from "react";

/**
 * Every form with a password, a code or another secret. If its handler fails, the browser sends the form itself:
 * by POST, so that no secret gets into the address, the history or a log.
 */
export const SecretForm = (props: Omit<ComponentProps<"form">, "method" | "action">) => (
  <form {...props} method="post" />
);
