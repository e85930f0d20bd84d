import { Ajv, type ValidateFunction } from "ajv";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { isTimeZone } from "../../base/time-zone.ts";

/** A query string holds text only, so it is read as what the schema wants; a body has to be it. */
const forQueries = new Ajv({ coerceTypes: true, useDefaults: true, removeAdditional: true, strict: false });
const forBodies = new Ajv({ useDefaults: true, removeAdditional: true, strict: false });

/** A day that the calendar has, as `2026-02-28`. */
const day = (text: string): boolean => {
  const at = Date.parse(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
/** The same, or an instant as `2026-02-28T13:00:00.000Z`. */
const time = (text: string): boolean =>
  day(text) || (/^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}Z$/.test(text) && !Number.isNaN(Date.parse(text)));
forQueries.addFormat("time", time);
forQueries.addFormat("time-zone", isTimeZone);

/** The time that a list is asked for. */
export const TimeQuery = {
  from: Type.Optional(Type.String({ format: "time" })),
  to: Type.Optional(Type.String({ format: "time" })),
};

const DAY = 86_400_000;

/** Days are UTC, and the last of them is in it; an instant that ends the time is not. */
export const timeAsked = ({ from, to }: { from?: string; to?: string }) => ({
  start: from ? Date.parse(from) : null,
  end: to ? Date.parse(to) + (day(to) ? DAY : 0) : null,
});

export function registerValidation(scope: FastifyInstance): void {
  scope.setValidatorCompiler(({ schema, httpPart }) =>
    compiledWhenUsed(httpPart === "body" ? forBodies : forQueries, schema as object),
  );
}

/** Compiling the schemas of all routes would be a sixth of the service's start. */
function compiledWhenUsed(ajv: Ajv, schema: object): FastifyValidator {
  let compiled: ValidateFunction | undefined;
  const validate: FastifyValidator = (data) => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}

type FastifyValidator = ((data: unknown) => boolean) & { errors?: NonNullable<ValidateFunction["errors"]> | null };
