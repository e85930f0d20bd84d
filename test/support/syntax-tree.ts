import { parseSync } from "rolldown/utils";

export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The syntax tree of a TypeScript file; throws if it does not parse. */
export function syntaxTree(file: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program as unknown as SyntaxNode;
}

/** The child nodes, each with the name of its property. */
export const childNodes = (node: SyntaxNode): Array<[part: string, child: SyntaxNode]> =>
  Object.entries(node).flatMap(([part, value]) =>
    [value]
      .flat()
      .filter(isNode)
      .map((child): [string, SyntaxNode] => [part, child]),
  );

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
