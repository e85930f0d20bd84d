import { WinnowError } from "./errors.ts";
import type { ExampleBody, Operation } from "./operation.ts";
import { compileRequest } from "./reading/read-request.ts";

/** Why an operation would refuse a body; null where it would not. */
export function requestRefusal(operation: Operation, body: ExampleBody): string | null {
  try {
    // Read first: of a call that is left out, the arguments are left out as well.
    const read = compileRequest(operation.request)(Buffer.from(JSON.stringify(body)), "application/json");
    operation.check?.(read);
    return null;
  } catch (error) {
    return error instanceof WinnowError ? error.message : String(error);
  }
}
