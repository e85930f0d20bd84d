import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { defineRequest, flagField, oneOf, textField } from "../../../src/contract/fields.ts";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { completeFrom } from "./json-completion.ts";

const request = defineRequest("Things", {
  keyword: textField({ description: "What to look for.", minLength: 1 }),
  sort: oneOf(["price_asc", "newest"], { description: "Order.", default: "newest" }),
  fast: flagField({ description: "At once.", default: false }),
});
const complete = completeFrom({ request } as unknown as OperationView);

/** Labels suggested at the `|` in the text. */
function suggested(marked: string): string[] {
  const at = marked.indexOf("|");
  const state = EditorState.create({ doc: marked.replace("|", ""), extensions: [json()] });
  return complete(new CompletionContext(state, at, true))?.options.map(({ label }) => label) ?? [];
}

test("suggests field names that the body does not have yet", () => {
  expect(suggested('{ "keyword": "x", | }')).toEqual(['"sort"', '"fast"']);
});

test("suggests values only for fields with a closed list", () => {
  expect(suggested('{ "sort": "|" }')).toEqual(['"price_asc"', '"newest"']);
  expect(suggested('{ "fast": | }')).toEqual(["true", "false"]);
  expect(suggested('{ "keyword": "|" }')).toEqual([]);
});

test("parses a long body to its end before suggesting anything", () => {
  // Longer than the 3,000 characters that CodeMirror parses when it creates a state.
  const long = '", "y'.repeat(700);
  expect(suggested(`{ "keyword": ["${long}"], "sort": "|" }`)).toEqual(['"price_asc"', '"newest"']);
  expect(suggested(`{ "fast": false, "more": ["${long}"], "keyword": "x", | }`)).toEqual(['"sort"']);
});
