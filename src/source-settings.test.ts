import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import type { Source } from "./contract/source.ts";
import { sourceSettingsOf } from "./source-settings.ts";

const source = (name: string, settings: Source["settings"]) => ({ name, settings }) as Source;
const sources = [source("toys", { list_path: { default: "/list", meaning: "" } }), source("books", undefined)];
const read = (environment: Record<string, string>) => sourceSettingsOf(sources, readConfig(environment));

test("a setting of a source is read by its name; other variables are not its own", () => {
  const environment = { WINNOW_TOYS_LIST_PATH: "/all", WINNOW_TOYS_ORIGIN: "https://toys.example", WINNOW_FAULTS: "" };
  expect(read(environment)).toEqual({ toys: { list_path: "/all" }, books: {} });
  expect(read({ WINNOW_TOYS_LIST_PATH: "", WINNOW_OTHER_THING: "x" })).toEqual({ toys: {}, books: {} });
});

test("a misspelt setting stops the start, and says what there is", () => {
  expect(() => read({ WINNOW_TOYS_LIST_PAHT: "/all" })).toThrow(/WINNOW_TOYS_LIST_PAHT: .* has WINNOW_TOYS_LIST_PATH/);
  expect(() => read({ WINNOW_BOOKS_LIST: "/all" })).toThrow("WINNOW_BOOKS_LIST: the source books has no such setting");
});
