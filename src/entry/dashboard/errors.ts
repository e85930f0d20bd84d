import type { FastifyError, FastifyInstance } from "fastify";
import { AccountProblem } from "../../accounts/account-problem.ts";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { TooManyAttempts } from "../../auth/sign-in-throttle.ts";
import { WinnowError } from "../../contract/errors.ts";

/** The dashboard's errors, all as `{detail}`. */
export function registerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, detail } = shown(error);
    if (status >= 500) request.log.error({ err: error }, "the dashboard's API failed");
    if (error instanceof TooManyAttempts) reply.header("retry-after", String(error.retryAfterSeconds));
    if (error instanceof WinnowError) reply.headers(error.headers);
    const reason = error instanceof AuthFailure ? error.reason : null;
    return reply.code(status).send({ detail, ...(reason && { reason }) });
  });
}

function shown(error: FastifyError): { status: number; detail: unknown } {
  if (error instanceof WinnowError) return { status: error.status, detail: error.detail };
  if (error instanceof AuthFailure) return { status: error.status, detail: error.message };
  if (error instanceof TooManyAttempts) return { status: 429, detail: error.message };
  if (error instanceof AccountProblem) return { status: error.statusCode, detail: error.message };
  if (error.statusCode !== undefined && error.statusCode < 500)
    return { status: error.statusCode, detail: error.message };
  return { status: 500, detail: "Something went wrong on our side. Please try again." };
}
