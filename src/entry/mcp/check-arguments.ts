import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Fault } from "./fault.ts";
import { type Arguments, type ToolName, tools } from "./tools.ts";

/**
 * No coercion: an argument of the wrong type is an error, never ignored. Stops at the first error, which is enough and
 * cheap.
 */
const ajv = new Ajv({ useDefaults: true, strict: false, verbose: true });
const checks = new Map<string, ValidateFunction>(
  tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]),
);

export const isTool = (name: string): name is ToolName => checks.has(name);

/** The arguments of a call as its tool declares them; throws a fault that says what is allowed. */
export function checkArguments<N extends ToolName>(tool: N, given: unknown): Arguments[N] {
  if (!isObject(given)) throw new Fault("arguments must be an object.");
  const args = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, parsed(name, value)]));
  const check = checks.get(tool);
  if (!check?.(args)) throw new Fault(`${(check?.errors ?? []).map(sentence).join(" ")} Nothing was done.`);
  return args as Arguments[N];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const structured = ["request", "where", "sort", "aggregate", "group_by", "fields"];

/** Some clients send lists and objects as JSON in a string, whatever their agent wrote. */
function parsed(name: string, value: unknown): unknown {
  if (typeof value !== "string" || !structured.includes(name) || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function sentence({ instancePath, keyword, params, message, data, parentSchema }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll("/", ".");
  const inside = place === "" ? "" : ` in ${place}`;
  switch (keyword) {
    case "required":
      return `"${params.missingProperty}" is missing${inside}. Allowed${inside}: ${namesIn(parentSchema)}.`;
    case "additionalProperties":
      return `There is no ${shown(params.additionalProperty)}${inside}. Allowed: ${namesIn(parentSchema)}.`;
    case "enum":
      return `${place} must be one of ${params.allowedValues.join(", ")}; it was ${shown(data)}.`;
    case "type":
      return `${place} must be of type ${params.type}; it was ${shown(data)}.`;
    case "pattern":
      return `${place} must be ${parentSchema?.form}; it was ${shown(data)}.`;
    default:
      return `${place} ${message}.`;
  }
}

const namesIn = (schema: ErrorObject["parentSchema"]): string => Object.keys(schema?.properties ?? {}).join(", ");

/** The given value, shortened for a response. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
