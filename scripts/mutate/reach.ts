import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { childrenOf, type SyntaxNode, syntaxTree } from "../../test/support/syntax-tree.ts";

/** The test files that load a source file, with the number of imports in between, nearest first. */
export type Reach = Map<string, Array<{ test: string; steps: number }>>;

/**
 * Follows the imports of each test file. Workers and programs are loaded by a path in a string (`new URL("./x.ts",
 * import.meta.url)`), so any string that names a neighbouring file counts as an import. Sources are found in their folder:
 * naming that folder loads them all.
 */
export function reachOf(root: string, tests: string[]): Reach {
  const links = new Map<string, string[]>();
  const reach: Reach = new Map();
  for (const test of tests) {
    const steps = new Map([[test, 0]]);
    const queue = [test];
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      if (!links.has(file)) links.set(file, linksOf(root, file));
      for (const link of links.get(file)!) {
        if (steps.has(link)) continue;
        steps.set(link, steps.get(file)! + 1);
        queue.push(link);
      }
    }
    for (const [file, far] of steps) reach.set(file, [...(reach.get(file) ?? []), { test, steps: far }]);
  }
  for (const tests of reach.values()) tests.sort((a, b) => a.steps - b.steps || a.test.localeCompare(b.test));
  return reach;
}

function linksOf(root: string, file: string): string[] {
  const path = join(root, file);
  const found = new Set<string>();
  const add = (text: unknown) => {
    if (typeof text === "string" && /^\.\.?\/.*sources$/.test(text)) {
      const folder = resolve(dirname(path), text);
      for (const source of globSync("*/source.ts", { cwd: folder }))
        found.add(join(folder, source).slice(root.length + 1));
      return;
    }
    if (typeof text !== "string" || !/\.(ts|tsx|js)$/.test(text) || text.startsWith("node:")) return;
    const target = resolve(dirname(path), text);
    if (target.startsWith(`${root}/`) && existsSync(target) && statSync(target).isFile())
      found.add(target.slice(root.length + 1));
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type.startsWith("TS") && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
    if (node.importKind === "type" || node.exportKind === "type") return;
    if (node.type === "Literal") add(node.value);
    for (const [, child] of childrenOf(node)) visit(child);
  };
  visit(syntaxTree(path, readFileSync(path, "utf8")));
  return [...found];
}
