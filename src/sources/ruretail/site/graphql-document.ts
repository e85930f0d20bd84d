/** A selection of a GraphQL query: the requested fields by their names in the response, each with its own selection. */
export type Selection = Map<string, { field: string; inner: Selection | null }>;

/** The selection of a field, whatever its name in the response. Undefined if it is not requested. */
export const requestedField = (selection: Selection | null | undefined, field: string) =>
  [...(selection?.values() ?? [])].find((one) => one.field === field);

/** A query that a GraphQL server would reject before looking at its data. */
export class InvalidQuery extends Error {}

/** Types that were seen on the wire; the real site may have others. */
const TYPES = new Set([
  "CatalogFilter_ListFilter",
  "CatalogFilter_RangeFilter",
  "CatalogFilter_ProductsFilterInternalError",
  "CatalogFilter_ProductsFilterIncorrectArgumentsError",
]);

function checkType(name: string | undefined): void {
  if (!TYPES.has(name ?? "")) throw new InvalidQuery(`Unknown type "${name}".`);
}

/**
 * Parses just enough of GraphQL for the stand-in to return what was requested and reject invalid queries: fields, arguments
 * (skipped), named and inline fragments. Inline fragments are merged whatever their type, since the stand-in's values name
 * their own.
 */
export function readQuery(query: string): Selection {
  const tokens = query.match(/\.\.\.|[{}()[\]:!$@=,]|"(?:\\.|[^"\\])*"|[^\s{}()[\]:!$@=,"]+/g) ?? [];
  const fragments = new Map<string, Selection>();
  const spreads: Array<{ into: Selection; name: string }> = [];
  let position = 0;
  let operation: Selection | undefined;

  const expect = (token: string) => {
    if (tokens[position++] !== token)
      throw new InvalidQuery(`Syntax Error: Expected "${token}", found "${tokens[position - 1] ?? "<EOF>"}".`);
  };
  const skipParentheses = () => {
    if (tokens[position] !== "(") return;
    for (let depth = 0; position < tokens.length; ) {
      const token = tokens[position++];
      if (token === "(") depth++;
      if (token === ")" && --depth === 0) return;
    }
    throw new InvalidQuery('Syntax Error: Expected ")", found <EOF>.');
  };
  const selectionSet = (into: Selection): Selection => {
    expect("{");
    while (tokens[position] !== "}") {
      const token = tokens[position++];
      if (token === undefined) throw new InvalidQuery("Syntax Error: Expected Name, found <EOF>.");
      if (token === ",") continue;
      if (token === "...") {
        if (tokens[position] === "on") {
          checkType(tokens[position + 1]);
          position += 2;
          selectionSet(into);
        } else spreads.push({ into, name: tokens[position++] ?? "" });
        continue;
      }
      if (!/^\w+$/.test(token)) throw new InvalidQuery(`Syntax Error: Expected Name, found "${token}".`);
      const hasAlias = tokens[position] === ":";
      const field = hasAlias ? (tokens[position + 1] ?? "") : token;
      if (hasAlias) position += 2;
      skipParentheses();
      const known = into.get(token)?.inner ?? null;
      into.set(token, { field, inner: tokens[position] === "{" ? selectionSet(known ?? new Map()) : known });
    }
    position++;
    return into;
  };

  while (position < tokens.length) {
    if (tokens[position] === "fragment") {
      const name = tokens[position + 1] ?? "";
      checkType(tokens[position + 3]);
      position += 4;
      fragments.set(name, selectionSet(new Map()));
    } else {
      while (position < tokens.length && tokens[position] !== "{" && tokens[position] !== "(") position++;
      skipParentheses();
      operation = selectionSet(new Map());
    }
  }
  if (!operation) throw new InvalidQuery("Syntax Error: Unexpected <EOF>.");
  for (let spread = spreads.pop(); spread; spread = spreads.pop()) {
    const fragment = fragments.get(spread.name);
    if (!fragment) throw new InvalidQuery(`Unknown fragment "${spread.name}".`);
    for (const [field, inner] of fragment) spread.into.set(field, inner);
  }
  return operation;
}

/** The value with the requested fields, in the requested order; an unknown field makes the query invalid. */
export function project(value: unknown, selection: Selection | null): unknown {
  if (selection === null || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((entry) => project(entry, selection));
  const isUnion = "__typename" in value;
  return Object.fromEntries(
    [...selection].flatMap(([name, { field, inner }]) => {
      if (field in value) return [[name, project(Reflect.get(value, field), inner)]];
      // A field of another member of the union; on a plain object it is an error.
      if (isUnion) return [];
      throw new InvalidQuery(`Cannot query field "${field}".`);
    }),
  );
}
