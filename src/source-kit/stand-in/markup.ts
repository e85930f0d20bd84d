export { escapeHtml } from "../../base/escape-html.ts";

import { folded } from "../../contract/same-text.ts";

/** JSON that is safe inside a script: nothing in it can end the script. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A name as part of a URL: "Café Noir 2" is "cafe-noir-2". */
export const toSlug = (text: string): string =>
  folded(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
