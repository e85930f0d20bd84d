import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { ensureSyntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import type { FieldSchema, OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { valueLabel } from "./labels.ts";

/** The most time for parsing. `syntaxTree` stops after 20 ms; field names would then be suggested inside a value. */
const maxParseMs = 2_000;

/** Completes field names and values of closed lists from the operation's schema. */
export function completeFrom({ request }: OperationView) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context;
    const tree = ensureSyntaxTree(state, state.doc.length, maxParseMs);
    if (!tree) return null;
    const node = tree.resolveInner(pos, -1);
    const quoted = /^"/.test(state.sliceDoc(node.from, node.from + 1)) && node.to > node.from;
    const from = quoted && node.name !== "Object" ? node.from : (context.matchBefore(/["\w]*/)?.from ?? pos);
    const property = ancestor(node, "Property");
    const inValue = property !== null && pos > nameEnd(property);
    if (inValue) {
      const options = valuesOf(request.properties[nameIn(property, state)], nameIn(property, state));
      return options.length === 0 ? null : { from, to: end(node, pos, quoted), options };
    }
    if (!context.explicit && from === pos) return null;
    const taken = namesIn(tree, state);
    const current = property ? nameIn(property, state) : "";
    const options = Object.entries(request.properties)
      .filter(([name]) => name === current || !taken.includes(name))
      .map(([name, schema]) => nameOption(name, schema, property !== null));
    return { from, to: end(node, pos, quoted), options };
  };
}

const end = (node: SyntaxNode, pos: number, quoted: boolean): number =>
  quoted && node.name !== "Object" ? node.to : pos;

function ancestor(node: SyntaxNode | null, name: string): SyntaxNode | null {
  for (let at = node; at; at = at.parent) if (at.name === name) return at;
  return null;
}

const nameEnd = (property: SyntaxNode): number => property.getChild("PropertyName")?.to ?? property.from;

const nameIn = (property: SyntaxNode, state: EditorState): string => {
  const name = property.getChild("PropertyName");
  return name ? state.sliceDoc(name.from, name.to).replaceAll('"', "") : "";
};

/** Field names that the body already has. */
function namesIn(tree: Tree, state: EditorState): string[] {
  const names: string[] = [];
  tree.iterate({
    enter: (node) => {
      if (node.name === "Property") names.push(nameIn(node.node, state));
    },
  });
  return names;
}

function nameOption(name: string, schema: FieldSchema, hasValue: boolean): Completion {
  return {
    label: `"${name}"`,
    detail: schemaType(schema),
    info: (schema.description ?? "").replaceAll("`", ""),
    type: "property",
    apply: hasValue ? `"${name}"` : `"${name}": `,
  };
}

function valuesOf(schema: FieldSchema | undefined, name: string): Completion[] {
  if (!schema) return [];
  const inner = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  const choices = inner.enum ?? inner.items?.enum;
  if (choices) return choices.map((value) => ({ label: `"${value}"`, detail: valueLabel(name, value), type: "enum" }));
  if (inner.type === "boolean") return ["true", "false"].map((label) => ({ label, type: "keyword" }));
  return [];
}

export function schemaType(schema: FieldSchema): string {
  const inner = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  if (inner.type === "array") return `list of ${inner.items?.type ?? "values"}`;
  return inner.format ?? (inner.enum ? "one of a list" : (inner.type ?? "")).replace("integer", "whole number");
}
