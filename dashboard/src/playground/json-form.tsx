import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import type { Values } from "./fields.ts";
import { completeFrom } from "./json-completion.ts";
import { RunForm, type RunFormProps } from "./run-form.tsx";

interface JsonFormProps extends RunFormProps {
  errors: Record<string, string>;
  replace: (body: Values) => void;
}

/** An editor for the body as JSON, with completion from the schema. Valid JSON updates the form's body immediately. */
export default function JsonForm({ operation, body, errors, replace, ...run }: JsonFormProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const latest = useRef(replace);
  latest.current = replace;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once for an operation, with the body of then
  useEffect(() => {
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: JSON.stringify(body, null, 2),
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          closeBrackets(),
          json(),
          syntaxHighlighting(colors),
          linter(faultsIn(operation)),
          autocompletion({ override: [completeFrom(operation)], icons: false }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "The body as JSON" }),
          keymap.of([
            // The page runs the call; without this the editor would add a line.
            { key: "Mod-Enter", run: () => true },
            ...completionKeymap,
            ...defaultKeymap,
            ...historyKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            const typed = update.docChanged ? readBody(update.state.doc.toString()) : null;
            if (typed) latest.current(typed);
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [operation]);

  // After going back or opening a saved call, the address holds a different body than the editor.
  useEffect(() => {
    const view = editor.current;
    if (!view || view.hasFocus) return;
    const typed = readBody(view.state.doc.toString());
    if (JSON.stringify(typed) === JSON.stringify(body)) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: JSON.stringify(body, null, 2) } });
  }, [body]);

  return (
    <RunForm operation={operation} body={body} {...run}>
      <div ref={host} className="json-editor" />
      {Object.entries(errors).map(([name, message]) => (
        <Text key={name} size="sm" c="var(--mantine-color-error)" px={20} role="alert">
          {name}: {message}
        </Text>
      ))}
      <Text size="xs" c="dimmed" px={20} py="xs">
        Ctrl+Space suggests fields and values, Ctrl+Enter runs. Tab leaves the editor.
      </Text>
    </RunForm>
  );
}

function readBody(text: string): Values | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : null;
  } catch {
    return null;
  }
}

const parseFaults = jsonParseLinter();

/** Reports invalid JSON and field names that the operation does not have. */
const faultsIn =
  ({ request }: OperationView) =>
  (view: EditorView): Diagnostic[] => {
    const faults = parseFaults(view);
    if (faults.length > 0) return faults;
    const text = view.state.doc.toString();
    return Object.keys(readBody(text) ?? {})
      .filter((name) => !(name in request.properties))
      .map((name) => {
        const from = text.indexOf(JSON.stringify(name));
        return {
          from: Math.max(0, from),
          to: Math.max(0, from) + name.length + 2,
          severity: "warning",
          message: `Unknown field ${name}: it has no effect.`,
        };
      });
  };

const colors = HighlightStyle.define([
  { tag: tags.propertyName, class: "code-key" },
  { tag: tags.string, class: "code-string" },
  { tag: tags.number, class: "code-number" },
  { tag: [tags.bool, tags.null], class: "code-word" },
]);
