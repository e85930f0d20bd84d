import { Alert, type AlertProps } from "@mantine/core";

/** The error of the last attempt; nothing if it succeeded. */
export const ErrorAlert = ({ error, ...rest }: AlertProps & { error: Error | null }) =>
  error && (
    <Alert color="red" role="alert" {...rest}>
      {error.message}
    </Alert>
  );
