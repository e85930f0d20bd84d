import type { ComponentProps, FormEvent } from "react";

interface SecretFormProps extends Omit<ComponentProps<"form">, "method" | "action" | "onSubmit"> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Whether it stands on a card of its own. */
  framed?: boolean;
}

/**
 * Every form of the dashboard. If its handler fails, the browser submits it by POST, so that no password, code or other secret
 * gets into the address, the history or a log.
 */
export function SecretForm({ onSubmit, framed = false, ...given }: SecretFormProps) {
  const props = framed ? { className: "surface", style: { padding: 20 }, ...given } : given;
  return (
    <form
      {...props}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    />
  );
}
