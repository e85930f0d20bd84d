import type { ComponentProps, FormEvent } from "react";

interface SecretFormProps extends Omit<ComponentProps<"form">, "method" | "action" | "onSubmit"> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Every form of the dashboard. If its handler fails, the browser submits it by POST, so that no password, code or other secret
 * gets into the address, the history or a log.
 */
export const SecretForm = ({ onSubmit, ...props }: SecretFormProps) => (
  <form
    {...props}
    method="post"
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(event);
    }}
  />
);
