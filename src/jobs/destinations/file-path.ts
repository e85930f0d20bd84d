import { invalidValue } from "../../contract/errors.ts";

/** Values for the placeholders of a path. */
export interface FileFacts {
  kind: "batch" | "schedule";
  id: string;
  /** The schedule's name; for a batch, its operation. */
  name: string;
  operation: string;
  /** End of the run, so that a repeated upload has the same path. */
  endedAt: number;
  /** The job of a schedule's run; for a batch, its id. */
  run: string;
  format: string;
}

const values: Record<string, (facts: FileFacts) => string> = {
  kind: ({ kind }) => kind,
  id: ({ id }) => id,
  name: ({ name }) => plain(name),
  operation: ({ operation }) => plain(operation.replace(/^\/api\//, "")),
  date: ({ endedAt }) => new Date(endedAt).toISOString().slice(0, 10),
  time: ({ endedAt }) => new Date(endedAt).toISOString().slice(11, 19).replaceAll(":", ""),
  run: ({ run }) => run,
  format: ({ format }) => format,
};

/** Keeps only characters that every storage accepts. */
const plain = (text: string): string => text.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "unnamed";

export const filePath = (template: string, facts: FileFacts): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name]?.(facts) ?? "");

/** Where a test is put: beside the files, so that it needs the same right, and always the same, so that only one stays. */
export const testPath = (template: string): string =>
  template.replace(/\{.*$/, "").replace(/[^/]*$/, "winnow-test.txt");

export function checkPath(template: string): string {
  const unknown = [...template.matchAll(/\{([^}]*)\}/g)].find(([, name = ""]) => !Object.hasOwn(values, name));
  const known = Object.keys(values)
    .map((name) => `{${name}}`)
    .join(", ");
  if (unknown) throw invalidValue(["body", "path"], `has no placeholder ${unknown[0]}; there are ${known}`, template);
  const filled = template.replace(/\{\w+\}/g, "x");
  if (!/^[\w.=-][\w.=/-]*$/.test(filled) || /(^|\/)\.{0,2}(\/|$)/.test(filled)) {
    const msg = "must be a path of letters, digits and . _ - = /, such as lake/{date}/{id}.{format}";
    throw invalidValue(["body", "path"], msg, template);
  }
  return template;
}
