/** One rule of a sheet: the classes without which it styles nothing, one set for each of its selectors. */
interface Rule {
  text: string;
  needs: string[][];
}

/** Rules under a condition such as `@media`; the empty condition is none. */
interface Group {
  condition: string;
  rules: Rule[];
}

const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g;

/** A packed style sheet, cut into rules once, from which each page takes what it uses. */
export function readStyles(css: string): Group[] {
  return blocksOf(css).map(({ head, body }) => {
    if (/^@(media|supports|container)/.test(head)) {
      return { condition: head, rules: blocksOf(body).map(ruleOf) };
    }
    return { condition: "", rules: [ruleOf({ head, body })] };
  });
}

const ruleOf = ({ head, body }: Block): Rule => ({
  text: body === "" ? head : `${head}{${body}}`,
  // What has no class (elements, variables, fonts, key frames) is for every page. What is in :not() is not needed.
  needs: head.startsWith("@")
    ? [[]]
    : selectorsOf(head).map((selector) =>
        [...selector.replace(/:(?:not|is|where|has)\([^)]*\)/g, "").matchAll(CLASS)].map(([, name]) => name!),
      ),
});

/** The rules that can style this page, in their order. */
export function usedStyles(groups: Group[], html: string): string {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(" ")));
  return groups
    .map(({ condition, rules }) => {
      const used = rules.filter(({ needs }) => needs.some((names) => names.every((name) => classes.has(name))));
      const text = used.map((rule) => rule.text).join("");
      return text === "" || condition === "" ? text : `${condition}{${text}}`;
    })
    .join("");
}

interface Block {
  head: string;
  body: string;
}

/** `a{b}c{d{e}}` as its outermost blocks; a statement such as `@layer x;` is a block without a body. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < css.length; at++) {
    const letter = css[at];
    if (letter === '"' || letter === "'") at = css.indexOf(letter, at + 1);
    else if (letter === "{" && depth++ === 0) open = at;
    else if (letter === ";" && depth === 0) {
      blocks.push({ head: css.slice(from, at + 1).trim(), body: "" });
      from = at + 1;
    } else if (letter === "}" && --depth === 0) {
      blocks.push({ head: css.slice(from, open).trim(), body: css.slice(open + 1, at) });
      from = at + 1;
    }
  }
  return blocks;
}

/** The selectors of a list, whose commas inside brackets part nothing. */
function selectorsOf(list: string): string[] {
  const selectors = [""];
  let depth = 0;
  for (const letter of list) {
    if (letter === "(" || letter === "[") depth++;
    if (letter === ")" || letter === "]") depth--;
    if (letter === "," && depth === 0) selectors.push("");
    else selectors[selectors.length - 1] += letter;
  }
  return selectors;
}
