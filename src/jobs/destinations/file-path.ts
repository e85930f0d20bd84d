import { invalidValue } from "../../contract/errors.ts";

/** What the path of a file is made of. */
export interface FileFacts {
  kind: "batch" | "schedule";
  id: string;
  /** Of a schedule; of a batch its operation. */
  name: string;
  operation: string;
  /** When it ended: a file that is put again has the same path. */
  endedAt: number;
  /** The job of a schedule's run; of a batch its id. */
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

/** Letters that every storage takes as they are. */
const plain = (text: string): string => text.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "unnamed";

export const filePath = (template: string, facts: FileFacts): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name]?.(facts) ?? "");

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
