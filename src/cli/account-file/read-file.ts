import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit, type YAMLMap } from "yaml";
import { nearest } from "../../contract/nearest.ts";
import { CommandFailed } from "../command-failed.ts";
import { canonical, type Entry, fieldsOf, identity, type SectionName, sectionNames, unseen } from "./sections.ts";

/** A secret that the environment does not have. It is needed only where something is created with it. */
export class UnsetVariable {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type AccountFile = Record<SectionName, Entry[]>;

/**
 * Reads what an account should have. `${NAME}` is the value of an environment variable, `$${` is `${`. Whatever is wrong is
 * named with its line.
 */
export function readAccountFile(path: string, text: string, env: Record<string, string | undefined>): AccountFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const fail = (offset: number, words: string): never => {
    throw new CommandFailed(`${path}:${lines.linePos(offset).line}: ${words}`);
  };
  const startOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;
  for (const { pos, message } of document.errors) fail(pos[0], message.split("\n", 1)[0] ?? "");
  visit(document, {
    Scalar(_key, node, path) {
      if (typeof node.value !== "string") return;
      const [, secret] = /^\$\{(\w+)\}$/.exec(node.value) ?? [];
      const field = (path.at(-1) as { key?: { value?: unknown } } | undefined)?.key?.value;
      if (secret && env[secret] === undefined && unseen.includes(String(field))) {
        node.value = new UnsetVariable(secret);
        return;
      }
      node.value = node.value.replaceAll(
        /(\$?)\$\{([^}]*)(\}?)/g,
        (whole, escaped: string, name: string, end: string) => {
          if (escaped) return whole.slice(1);
          if (!/^\w+$/.test(name) || end === "")
            return fail(startOf(node), `${whole} does not name an environment variable; write $\${ for $\{`);
          return env[name] ?? fail(startOf(node), `the environment variable ${name} is not set`);
        },
      );
    },
  });

  /** Refuses names other than these, and says which one was probably meant. */
  function checkKeys(map: YAMLMap, known: readonly string[], of: string): void {
    for (const { key } of map.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (known.includes(name)) continue;
      const meant = nearest(name, known)[0];
      fail(
        startOf(key),
        `${of} has no field ${name}${meant ? `; did you mean ${meant}?` : `: it has ${known.join(", ")}`}`,
      );
    }
  }

  const root = document.contents;
  const file: AccountFile = { keys: [], webhooks: [], destinations: [], schedules: [] };
  if (root === null) return file;
  if (!isMap(root)) return fail(startOf(root), `write a map of ${sectionNames.join(", ")}`);
  checkKeys(root, sectionNames, "the file");
  for (const section of sectionNames) {
    const list = root.get(section, true) as unknown;
    if (list === undefined || (isScalar(list) && list.value === null)) continue;
    if (!isSeq(list)) return fail(startOf(list), `${section} is a list`);
    const seen = new Set<string>();
    for (const item of list.items) {
      if (!isMap(item)) return fail(startOf(item), `each of ${section} is a map`);
      checkKeys(
        item,
        fieldsOf(section).map(({ name }) => name),
        `one of ${section}`,
      );
      for (const { name, isRequired } of fieldsOf(section)) {
        if (isRequired && !item.has(name)) fail(startOf(item), `one of ${section} lacks ${name}`);
      }
      const entry = item.toJS(document) as Entry;
      // Keys of one name may be alike. Schedules name a destination, so that two of one name would be mixed up.
      const id = section === "destinations" ? identity(section, entry) : canonical(entry);
      if (section !== "keys" && seen.has(id)) fail(startOf(item), `${section} has this one twice`);
      seen.add(id);
      file[section].push(entry);
    }
  }
  return file;
}
