import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** The button beside it has a name of its own without the word of the label, so that the label names one thing. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      autoComplete="current-password"
      errorProps={{ role: "alert" }}
      {...props}
      visibilityToggleButtonProps={{ "aria-label": "Show or hide what you typed" }}
    />
  );
}
