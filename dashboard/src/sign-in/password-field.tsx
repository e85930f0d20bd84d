import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** The visibility button's name must not contain the label's word, so that the label is unique. */
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
