import { type CallOption, optionRows } from "../contract/call-options.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { camelCase } from "./client-calls.ts";
import { docstring } from "./python/typed-dicts.ts";

/** The options that clients offer for calls, or for jobs, with their names there in snake case. */
export const clientOptions = (place: "call" | "job") =>
  optionRows
    .filter(([, option]) => option.in.includes("clients") && option.in.includes(place))
    .map(([name, option]) => {
      const { description, "x-client-name": clientName = name }: JsonSchema = option.schema;
      return { name: clientName, words: option.ofClients ?? description ?? "", option };
    });

/** The header of an option, and its directive there. */
const sentIn = ({ header = "", directive }: CallOption): string =>
  JSON.stringify(directive === undefined ? [header] : [header, directive]);

const types: Record<string, string> = { boolean: "boolean", integer: "number", string: "string" };

function typeOf({ schema, isList }: CallOption): string {
  const { enum: values, type }: JsonSchema = schema;
  const one = values ? values.map((value) => JSON.stringify(value)).join(" | ") : types[String(type)];
  return isList ? `${one} | readonly ${one}[]` : `${one}`;
}

const declare = (title: string, place: "call" | "job"): string =>
  `export interface ${title} {
${clientOptions(place)
  .map(({ name, words, option }) => `  /** ${words} */\n  ${camelCase(name)}?: ${typeOf(option)};`)
  .join("\n")}
}

/** Where each is sent: in a header, or as a directive of one. */
export const ${place}Headers: Record<string, readonly [header: string, directive?: string]> = {
${clientOptions(place)
  .map(({ name, option }) => `  ${camelCase(name)}: ${sentIn(option)},`)
  .join("\n")}
};
`;

/** `client/src/generated/options.ts`. */
export const optionsFile = (): string => `${declare("OptionsOfCall", "call")}\n${declare("OptionsOfJob", "job")}`;

const pythonTypes: Record<string, string> = { boolean: "bool", integer: "int", string: "str" };

function pythonTypeOf({ schema, isList }: CallOption): string {
  const { enum: values, type }: JsonSchema = schema;
  const one = values
    ? `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`
    : pythonTypes[String(type)];
  return isList ? `${one} | Sequence[${one}]` : `${one}`;
}

const declareInPython = (title: string, place: "call" | "job"): string => `

class ${title}(TypedDict, total=False):
${clientOptions(place)
  .map(({ name, words, option }) => `    ${name}: ${pythonTypeOf(option)}\n    ${docstring(words)}`)
  .join("\n")}


${place.toUpperCase()}_HEADERS: dict[str, tuple[str, ...]] = {
${clientOptions(place)
  .map(({ name, option }) => `    "${name}": (${sentIn(option).slice(1, -1)},),`)
  .join("\n")}
}
"""Where each is sent: in a header, or as a directive of one."""
`;

/** `models/options.py` of the Python client. */
export const pythonOptions = (): string => `from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict
${declareInPython("OptionsOfCall", "call")}${declareInPython("OptionsOfJob", "job")}`;
