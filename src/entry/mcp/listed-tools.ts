import type { Tool } from "@modelcontextprotocol/server";
import { tools } from "./tools.ts";

/**
 * Bounds that no honest call comes near: they are checked and reported when exceeded, but listing them would cost every
 * agent context.
 */
const unsaid = ["minLength", "maxLength", "maxItems", "pattern", "form", "additionalProperties"];

const brief = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(brief);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !unsaid.includes(name) && !(name === "required" && value.length === 0))
      .map(([name, value]) => [name, brief(value)]),
  );
};

/** The tools as listed for clients. */
export const listedTools = tools.map((tool) => brief(tool)) as Tool[];
