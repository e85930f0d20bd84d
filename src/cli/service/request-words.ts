import { CommandFailed } from "../command-failed.ts";
import type { Field, RemoteOperation } from "./operations.ts";

/**
 * A request out of words: `key=value` is read by the field's schema (a list as `a,b`), `key:=json` as JSON. What a
 * value may be is left to the service, which says it better; that a field exists is checked here, since the
 * service ignores what it does not know.
 */
export function requestOf(operation: RemoteOperation, words: string[]): Record<string, unknown> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name, how, text] = /^([^:=]+)(:?=)(.*)$/s.exec(word) ?? [];
      if (name === undefined || text === undefined) {
        throw new CommandFailed(`"${word}" is not key=value or key:=json`);
      }
      const field = fieldOf(operation, name);
      return [name, how === ":=" ? jsonOf(name, text) : readValue(field, text)];
    }),
  );
}

export function fieldOf({ name: operation, fields }: RemoteOperation, name: string): Field {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field) return field;
  throw new CommandFailed(`${operation} has no field "${name}"; it has ${Object.keys(fields).join(", ")}`);
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${name}: ${(error as Error).message}`);
  }
}

/** Text as a value of the field's type; what does not look like one is left as it is, for the service to refuse. */
export function readValue(field: Field, text: string): unknown {
  const options = field.anyOf ?? [field];
  const types = options.flatMap(({ type }) => type ?? []);
  if (types.includes("null") && (text === "null" || text === "")) return null;
  const list = options.find(({ items }) => items);
  if (list?.items) {
    const { items } = list;
    return text === "" ? [] : text.split(",").map((entry) => readValue(items, entry.trim()));
  }
  if (types.includes("string")) return text;
  if (types.includes("integer") || types.includes("number")) {
    return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }
  if (types.includes("boolean")) return { true: true, yes: true, false: false, no: false }[text.toLowerCase()] ?? text;
  return text;
}
