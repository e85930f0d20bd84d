import { Alert, type AlertProps } from "@mantine/core";
import { ApiError } from "../api/call.ts";
import { MendLink } from "../parts/mend-link.tsx";

/** The error of the last attempt, and what mends it; nothing if it succeeded. */
export const ErrorAlert = ({ error, ...rest }: AlertProps & { error: Error | null }) =>
  error && (
    <Alert color="red" role="alert" {...rest}>
      {error.message}{" "}
      {error instanceof ApiError && <MendLink status={error.status} text={error.message} requestId={error.requestId} />}
    </Alert>
  );
