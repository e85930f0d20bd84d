import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { childNodes, type SyntaxNode, syntaxTree } from "../support/syntax-tree.ts";

/** Fields that hold a secret, by component or by autofill attribute. */
const SECRET_FIELDS = ["PasswordField", "PasswordInput", "PinInput"];
const SECRET_ATTRIBUTES = [/^type="password"$/, /^autoComplete="(one-time-code|(current|new)-password)"$/];

interface Tag {
  name: string;
  attributes: string[];
  within: string[];
}

/** Every element of a file, with the names of its ancestors. */
function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  const visit = (node: SyntaxNode, within: string[]): void => {
    let inside = within;
    if (node.type === "JSXElement") {
      const { name, attributes } = node.openingElement as { name: SyntaxNode; attributes: SyntaxNode[] };
      const words = (part: SyntaxNode) => text.slice(part.start, part.end);
      tags.push({ name: words(name), attributes: attributes.map(words), within });
      inside = [...within, words(name)];
    }
    for (const [, child] of childNodes(node)) visit(child, inside);
  };
  visit(syntaxTree("page.tsx", text), []);
  return tags;
}

const source = join(import.meta.dirname, "../../dashboard/src");
const files = globSync("**/*.tsx", { cwd: source }).map((path) => ({
  path,
  tags: tagsOf(readFileSync(join(source, path), "utf8")),
}));

const isSecret = ({ name, attributes }: Tag): boolean =>
  SECRET_FIELDS.includes(name) || attributes.some((one) => SECRET_ATTRIBUTES.some((pattern) => pattern.test(one)));

/** Files whose every form is a SecretForm: what they render is in one, or in none. */
const withoutOthers = files
  .filter(({ tags }) => tags.some(({ name }) => name === "SecretForm") && tags.every(({ name }) => name !== "form"))
  .map(({ path }) => path);

test("every secret field is inside a SecretForm of its own file, so that no form can put it into a URL", () => {
  const fields = files.flatMap(({ path, tags }) => tags.filter(isSecret).map((tag) => ({ path, ...tag })));
  const elsewhere = fields.filter(
    ({ path, within }) =>
      path !== join("sign-in", "password-field.tsx") &&
      !withoutOthers.includes(path) &&
      within.findLast((name) => name === "form" || name === "SecretForm") !== "SecretForm",
  );
  expect(elsewhere.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  expect(fields.length).toBeGreaterThanOrEqual(7);
});

test("a SecretForm always submits by POST", () => {
  const { tags } = files.find(({ path }) => path === join("sign-in", "secret-form.tsx"))!;
  const submits = expect.stringMatching(/^onSubmit=/);
  expect(tags).toEqual([{ name: "form", attributes: ["{...props}", 'method="post"', submits], within: [] }]);
});
