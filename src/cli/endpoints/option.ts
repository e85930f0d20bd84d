import { InvalidArgumentError, Option } from "commander";
import { errorMessage } from "../../base/thrown.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { fieldValue } from "../../service/field-value.ts";
import { sentencePart } from "../output/sentence-part.ts";
import type { CommandField } from "./command.ts";

const kebabCase = (name: string): string => name.replaceAll("_", "-");

/** The option for a field of a body or a query: its description, choices, bounds and default. */
export function optionFor({ name, schema, isRequired }: CommandField): Option {
  const value = schema.type === "boolean" ? "" : ` <${placeholder(schema)}>`;
  const option = new Option(`--${kebabCase(name)}${value}`, textOf(schema));
  if (schema.enum) option.choices(schema.enum.map(String));
  else if (schema.type !== "boolean") option.argParser((text: string) => optionValue(schema, text));
  return option.makeOptionMandatory(isRequired ?? false);
}

function placeholder(schema: JsonSchema): string {
  const { type, format, items, enum: choices } = schema;
  if (isJson(schema)) return "json";
  if (items) return "a,b";
  if (type === "integer" || type === "number") return "number";
  if (choices) return "choice";
  return { uuid: "id", "date-time": "time" }[format ?? ""] ?? "text";
}

const isJson = ({ type, items }: JsonSchema): boolean => (items?.type ?? type) === "object";

function textOf({ description = "", minimum, maximum, default: given, items }: JsonSchema): string {
  const facts = [
    ...(items?.enum ? [`any of ${items.enum.join(", ")}`] : []),
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(given === undefined || (Array.isArray(given) && given.length === 0) ? [] : [`default: ${given}`]),
  ];
  return `${sentencePart(description)}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}`;
}

function optionValue(schema: JsonSchema, text: string): unknown {
  if (isJson(schema)) return jsonOf(text);
  const value = fieldValue(schema, text);
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, type } = schema;
  if (type !== "integer" && type !== "number") return value;
  if (typeof value !== "number") throw new InvalidArgumentError("must be a number");
  if (value < minimum || value > maximum) throw new InvalidArgumentError(`must be ${minimum} to ${maximum}`);
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(errorMessage(error));
  }
}
