import { WinnowError } from "./errors.ts";
import type { ExampleBody, Operation } from "./operation.ts";
import { compileRequest } from "./reading/read-request.ts";

/** Why an operation would reject a body; null if it would not. */
export function requestRefusal(operation: Operation, body: ExampleBody): string | null {
  try {
    // Parsed on its own line: without a `check`, `?.` would skip evaluating the argument.
    const read = compileRequest(operation.request)(Buffer.from(JSON.stringify(body)), "application/json");
    operation.check?.(read);
    return null;
  } catch (error) {
    return error instanceof WinnowError ? error.message : String(error);
  }
}
