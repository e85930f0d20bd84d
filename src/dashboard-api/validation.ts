import { Ajv } from "ajv";
import type { FastifyInstance } from "fastify";

/** A query string holds text only, so it is read as what the schema wants; a body has to be it. */
const forQueries = new Ajv({ coerceTypes: true, useDefaults: true, removeAdditional: true, strict: false });
const forBodies = new Ajv({ useDefaults: true, removeAdditional: true, strict: false });

export function registerValidation(scope: FastifyInstance): void {
  scope.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === "body" ? forBodies : forQueries).compile(schema as object),
  );
}
