import type { ComponentProps } from "react";

/**
 * The form for passwords, codes and other secrets. If its handler fails, the browser submits it by POST, so that no secret
 * gets into the address, the history or a log.
 */
export const SecretForm = (props: Omit<ComponentProps<"form">, "method" | "action">) => (
  <form {...props} method="post" />
);
