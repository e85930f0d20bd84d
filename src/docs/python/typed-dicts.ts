import type { JsonSchema } from "../../contract/json-schema.ts";
import { fieldWords, pascalCase } from "../json.ts";
import { SchemaTypes, type TypeSyntax } from "../schema-types.ts";
import { filledLines, findBase } from "../shared-shapes.ts";

/** Reserved words of Python. */
export const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** Formats text as a Python docstring. */
export const docstring = (text: string): string =>
  `"""${text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')}"""`;

const CONSTANTS: Readonly<Record<string, string>> = { null: "None", true: "True", false: "False" };

const literal = (value: unknown): string => {
  const written = JSON.stringify(value);
  return CONSTANTS[written] ?? written;
};

/** `Literal[...]` wrapped at 120 characters. */
export function literalAlias(name: string, values: readonly unknown[]): string {
  const whole = `${name} = Literal[${values.map(literal).join(", ")}]`;
  if (whole.length <= 120) return whole;
  const pieces = values.map((value) => `${literal(value)},`);
  return `${name} = Literal[\n${filledLines(pieces, "    ")}\n]`;
}

const syntax: TypeSyntax = {
  plain: { string: "str", number: "float", integer: "int", boolean: "bool", null: "None" },
  anything: "Any",
  map: (values) => `dict[str, ${values}]`,
  list: (items) => `list[${items}]`,
  constant: (value) => `Literal[${literal(value)}]`,
  ofOperation: (part) => (part === "request" || part === "record" ? "Any" : undefined),
};

/**
 * JSON Schema as Python's `TypedDict`s: a titled schema is a class, each list of values an alias. Declarations come before their uses, because Python runs a module from the top.
 */
export class TypedDictWriter extends SchemaTypes {
  /** Names of lists of values, by their content. */
  readonly #aliases = new Map<string, string>();
  readonly #objects: JsonSchema[] | null;

  /**
   * `objects` are the types that others may extend. If they are given, equal lists of values share one alias, named
   * after its first use; otherwise each use gets its own name.
   */
  constructor(objects: JsonSchema[] | null) {
    super(syntax);
    this.#objects = objects;
  }

  name(schema: JsonSchema): string {
    const { title = "" } = schema;
    if (!this.named.has(title)) {
      this.named.add(title);
      this.declarations.push(this.#class(title, schema));
    }
    return title;
  }

  /** Declares the type of a webhook message and returns its name. */
  message({ title = "", properties: { type = {}, data = {} } = {} }: JsonSchema): string {
    const parts = [this.type(type, ""), this.type(data, "")];
    this.declarations.push(`${title} = WebhookMessage[${parts.join(", ")}]`);
    return title;
  }

  /** All declarations. Classes have two empty lines around them, as PEP 8 recommends. */
  get text(): string {
    const isAlias = (declared: string | undefined) => declared !== undefined && /^\w+ = /.test(declared);
    return this.declarations
      .map((declared, at) => {
        const gap = isAlias(declared) && isAlias(this.declarations[at - 1]) ? "\n" : "\n\n\n";
        return at === 0 ? declared : `${gap}${declared}`;
      })
      .join("");
  }

  /** The type of a method's result; lists are read-only. */
  output(schema: JsonSchema): string {
    if (schema.items) return `Sequence[${this.type(schema.items, "")}]`;
    return this.type(schema, "");
  }

  /** The type of a method's argument. */
  input(schema: JsonSchema, suggested: string): string {
    if (schema.format === "date-time") return "datetime | str";
    if (schema.anyOf) return schema.anyOf.map((option) => this.input(option, suggested)).join(" | ");
    if (schema.items) return `Sequence[${this.input(schema.items, suggested)}]`;
    if (schema["x-operation"] === "name") return "str";
    return this.type(schema, suggested);
  }

  protected oneOf(values: unknown[], suggested: string): string {
    const list = JSON.stringify(values);
    const known = this.#aliases.get(list);
    if (known !== undefined && this.#objects !== null) return known;
    if (!this.named.has(suggested)) {
      this.named.add(suggested);
      this.declarations.push(known ? `${suggested} = ${known}` : literalAlias(suggested, values));
      if (!known) this.#aliases.set(list, suggested);
    }
    return suggested;
  }

  /** Fields that a class body cannot declare, such as `@type`, go into a separate base class. */
  #class(title: string, schema: JsonSchema): string {
    const required = new Set(schema.required);
    const parent = findBase(schema, this.#objects ?? []);
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const type = this.type(field, `${title}${pascalCase(name)}`);
      return { name, field, type: required.has(name) ? type : `NotRequired[${type}]` };
    });
    const inBody = ({ name }: { name: string }) => /^[a-z_]\w*$/i.test(name) && !keywords.has(name);
    const own = fields.filter(({ name }) => !(name in (parent?.properties ?? {})));
    const others = own.filter((field) => !inBody(field)).map(({ name, type }) => `"${name}": ${type}`);
    const apart = `_${title}Fields`;
    const bases = [...(others.length > 0 ? [apart] : []), ...(parent?.title ? [this.name(parent)] : [])];
    const lines = own
      .filter(inBody)
      .flatMap(({ name, field, type }) => [`    ${name}: ${type}`, ...described(field).map((text) => `    ${text}`)]);
    return [
      ...(others.length > 0 ? [`${apart} = TypedDict("${apart}", {${others.join(", ")}})\n\n`] : []),
      `class ${title}(${bases.join(", ") || "TypedDict"}):`,
      ...(lines.length > 0 ? lines : ["    pass"]),
    ].join("\n");
  }
}

function described(field: JsonSchema): string[] {
  const words = fieldWords(field, literal);
  return words.length === 0 ? [] : [docstring(words.join(" "))];
}
