import { childrenOf, type SyntaxNode as Node, syntaxTree } from "../../test/support/syntax-tree.ts";

/** One change at one place in a source file. */
export interface Mutant {
  file: string;
  line: number;
  start: number;
  end: number;
  before: string;
  after: string;
}

type Change = [start: number, end: number, after: string];
type Mutator = (node: Node, text: (node: Node) => string, parent: Node | null) => Change[];

/** All supported mutations of a file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const text = (node: Node) => source.slice(node.start, node.end);
  const found: Mutant[] = [];
  const visit = (node: Node, parent: Node | null): void => {
    if (isOutOfPlay(node, text)) return;
    for (const [start, end, after] of mutators[node.type]?.(node, text, parent) ?? []) {
      const before = source.slice(start, end);
      if (before === after) continue;
      const line = source.slice(0, start).split("\n").length;
      found.push({ file, line, start, end, before, after });
    }
    for (const [, child] of childrenOf(node)) visit(child, node);
  };
  visit(syntaxTree(file, source), null);
  return found;
}

export const applied = (source: string, { start, end, after }: Mutant): string =>
  source.slice(0, start) + after + source.slice(end);

/** Skips texts that do not affect behaviour (logs, internal errors, descriptions), types and imports. */
const TOLD = /^(log(ger)?|console|this\.#?log|this\.#\w+\.log|parts\.log|options\.log)\.\w+$/;
const DESCRIBING = new Set(["description", "summary", "title"]);

function isOutOfPlay(node: Node, text: (node: Node) => string): boolean {
  if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") return true;
  if (node.type.startsWith("TS") && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return true;
  if (node.type === "CallExpression") return TOLD.test(text(node.callee as Node));
  if (node.type === "NewExpression") return /^(Type|Range)?Error$/.test(text(node.callee as Node));
  if (node.type !== "Property") return false;
  return DESCRIBING.has(text(node.key as Node)) && isText(node.value as Node);
}

const isText = ({ type, value }: Node) =>
  type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");

const swapped: Record<string, string[]> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
};

/** Calls that can be removed from a chain: `list.sort()` becomes `list`. */
const LEFT_OUT = /^(sort|toSorted|reverse|toReversed|filter|slice|trim|toLowerCase|toUpperCase|normalize|flat)$/;

const condition = (node: Node): Change[] => {
  const { start, end } = node.test as Node;
  return [
    [start, end, "true"],
    [start, end, "false"],
  ];
};

const operator: Mutator = (node, text) => {
  const [left, right] = [node.left as Node, node.right as Node];
  if (node.operator === "+" && (isText(left) || isText(right))) return [];
  const between = text(node).slice(left.end - node.start, right.start - node.start);
  const at = left.end + between.indexOf(node.operator as string);
  return (swapped[node.operator as string] ?? []).map((after) => [at, at + (node.operator as string).length, after]);
};

const emptied: Mutator = (node) => {
  const body = node.body as Node | null;
  if (body?.type !== "BlockStatement" || (body.body as Node[]).length === 0) return [];
  return [[body.start, body.end, "{}"]];
};

const mutators: Record<string, Mutator> = {
  IfStatement: condition,
  ConditionalExpression: condition,
  WhileStatement: (node) => condition(node).slice(1),
  BinaryExpression: operator,
  AssignmentExpression: operator,
  LogicalExpression(node, text, parent) {
    const [left, right] = [node.left as Node, node.right as Node];
    if (node.operator === "??") {
      return [
        [node.start, node.end, `(${text(left)})`],
        [node.start, node.end, `(${text(right)})`],
      ];
    }
    return operator(node, text, parent);
  },
  UnaryExpression(node, text) {
    if (node.operator !== "!" && node.operator !== "-") return [];
    return [[node.start, node.end, `(${text(node.argument as Node)})`]];
  },
  Literal(node, _text, parent) {
    const { value } = node;
    const isName = (parent?.type === "Property" || parent?.type === "MemberExpression") && parent.key === node;
    if (isName || /^(Import|Export)/.test(parent?.type ?? "")) return [];
    if (typeof value === "boolean") return [[node.start, node.end, String(!value)]];
    if (typeof value === "number") return [[node.start, node.end, String(value < 100 ? value + 1 : value * 10)]];
    // Paths of our own programs and workers: nothing runs without them.
    if (typeof value === "string" && /^\.\.?\/.*\.[tj]s$/.test(value)) return [];
    if (typeof value === "string") return [[node.start, node.end, value === "" ? '"mutated"' : '""']];
    const { pattern, flags } = (node.regex as { pattern: string; flags: string } | undefined) ?? {
      pattern: "",
      flags: "",
    };
    const looser: Change[] = [];
    if (pattern.startsWith("^")) looser.push([node.start, node.end, `/${pattern.slice(1) || "(?:)"}/${flags}`]);
    if (pattern.endsWith("$") && !pattern.endsWith("\\$"))
      looser.push([node.start, node.end, `/${pattern.slice(0, -1) || "(?:)"}/${flags}`]);
    return looser;
  },
  CallExpression(node, text) {
    const callee = node.callee as Node;
    if (callee.type !== "MemberExpression" || callee.computed) return [];
    if (!LEFT_OUT.test(text(callee.property as Node))) return [];
    return [[node.start, node.end, text(callee.object as Node)]];
  },
  ExpressionStatement(node, _text, parent) {
    const { type } = node.expression as Node;
    if (!/^(Call|Await|Assignment|Update)Expression$/.test(type)) return [];
    return [[node.start, node.end, parent?.type === "Program" || parent?.type === "BlockStatement" ? "" : "{}"]];
  },
  ThrowStatement: (node) => [[node.start, node.end, "{}"]],
  ArrayExpression: (node) => ((node.elements as unknown[]).length > 0 ? [[node.start, node.end, "[]"]] : []),
  FunctionDeclaration: emptied,
  FunctionExpression: emptied,
  ArrowFunctionExpression: emptied,
};
