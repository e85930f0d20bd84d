import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { type Described, formFields, type Values } from "../playground/fields.ts";

/** The fields that a list can be of: texts that each call needs, otherwise any text, otherwise any number. */
export function listedFields(operation: Described): string[] {
  const fields = formFields(operation).flatMap((field) =>
    field.kind === "text" || field.kind === "whole" ? [field] : [],
  );
  const texts = fields.filter(({ kind }) => kind === "text");
  const needed = texts.filter(({ required }) => required);
  return [needed, texts, fields].find(({ length }) => length > 0)?.map(({ name }) => name) ?? [];
}

const cell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Pasted text as a file of calls: a table under its field names or lines of JSON as they are, and otherwise one call a line. */
export function pastedFile(
  text: string,
  { request }: Pick<OperationView, "request">,
  { field, body }: { field: string; body: Values },
): File {
  const lines = text.split(/\r?\n|\r/).filter((line) => line.trim() !== "");
  const first = lines[0] ?? "";
  if (first.startsWith("{")) return new File([text], "pasted.ndjson");
  // Sheets copy their cells with tabs between them.
  const isFromSheet = first.includes("\t");
  const names = first.split(isFromSheet ? "\t" : ",").map((name) => name.trim());
  const isTable = names.every((name) => name in request.properties);
  if (isTable && names.length > 1) {
    const rows = isFromSheet ? lines.map((line) => line.split("\t").map(cell).join()).join("\n") : text;
    return new File([rows], "pasted.csv");
  }
  const listed = isTable ? names[0]! : field;
  const calls = lines
    .slice(isTable ? 1 : 0)
    .map((line) => ({ ...body, [listed]: typed(line.trim(), request.properties[listed]?.type) }));
  return new File([calls.map((call) => JSON.stringify(call)).join("\n")], "pasted.ndjson");
}

const typed = (text: string, type = "string"): unknown =>
  type !== "string" && /^-?\d+$/.test(text) ? Number(text) : text;
