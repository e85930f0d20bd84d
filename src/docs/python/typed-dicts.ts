import { fieldWords, type JsonSchema, pascalCase } from "../json.ts";

/** Words that cannot be a field's name in a class body. */
const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

const plain: Record<string, string> = {
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  null: "None",
};

/** A piece of text as Python's docstring. */
export const docstring = (text: string): string =>
  `"""${text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')}"""`;

const CONSTANTS: Readonly<Record<string, string>> = { null: "None", true: "True", false: "False" };

const literal = (value: unknown): string => {
  const written = JSON.stringify(value);
  return CONSTANTS[written] ?? written;
};

/** `Literal[...]` on lines of 120 characters. */
export function literalAlias(name: string, values: readonly unknown[]): string {
  const whole = `${name} = Literal[${values.map(literal).join(", ")}]`;
  return whole.length <= 120 ? whole : `${name} = Literal[\n${values.map((v) => `    ${literal(v)},\n`).join("")}]`;
}

/** JSON Schema as Python's `TypedDict`s. What has a title becomes a class of that name, each list of values an alias. */
export class TypedDictWriter {
  readonly declarations: string[] = [];
  readonly #named = new Set<string>();
  /** With `shared` the same values are one alias, named after whoever uses them first. */
  readonly #aliases = new Map<string, string>();
  readonly #shared: boolean;

  constructor({ shared = false } = {}) {
    this.#shared = shared;
  }

  /** The name of an object, declared where it is new. */
  name(title: string, schema: JsonSchema): string {
    if (!this.#named.has(title)) {
      this.#named.add(title);
      const place = this.declarations.length;
      const declared = this.#class(title, schema);
      this.declarations.splice(place, 0, declared);
    }
    return title;
  }

  /** What a method gives: a list of it can be read, not changed, and its name is not the method's. */
  output(schema: JsonSchema): string {
    if (schema.items) return `Sequence[${this.#type(schema.items, "")}]`;
    return this.#type(schema, "");
  }

  /** What a method takes. */
  input(schema: JsonSchema, suggested: string): string {
    if (schema.format === "date-time") return "datetime | str";
    if (schema.anyOf) return schema.anyOf.map((option) => this.input(option, suggested)).join(" | ");
    if (schema.items) return `Sequence[${this.input(schema.items, suggested)}]`;
    if (schema["x-operation"] === "name") return "str";
    return this.#type(schema, suggested);
  }

  #type(schema: JsonSchema, suggested: string): string {
    if (schema["x-operation"] === "request" || schema["x-operation"] === "record") return "Any";
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    if (schema.anyOf) return schema.anyOf.map((option) => this.#type(option, suggested)).join(" | ");
    if (schema.title !== undefined) return this.name(schema.title, schema);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return this.#oneOf(schema.enum, suggested);
    if (typeof schema.additionalProperties === "object") {
      const values = `dict[str, ${this.#type(schema.additionalProperties, suggested)}]`;
      return [schema.type].flat().includes("null") ? `${values} | None` : values;
    }
    if (schema.items) return `list[${this.#type(schema.items, suggested)}]`;
    if (schema.type === "object" && !schema.properties) return "dict[str, Any]";
    const types = [schema.type ?? []].flat().map((type) => plain[type] ?? "Any");
    return types.join(" | ") || "Any";
  }

  #oneOf(values: unknown[], suggested: string): string {
    const known = this.#aliases.get(JSON.stringify(values));
    if (known !== undefined && this.#shared) return known;
    this.#aliases.set(JSON.stringify(values), suggested);
    if (!this.#named.has(suggested)) {
      this.#named.add(suggested);
      this.declarations.push(literalAlias(suggested, values));
    }
    return suggested;
  }

  /** Names that a class body cannot hold, such as `@type`, stand in a base of their own. */
  #class(title: string, schema: JsonSchema): string {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const type = this.#type(field, `${title}${pascalCase(name)}`);
      return { name, field, type: required.has(name) ? type : `NotRequired[${type}]` };
    });
    const inBody = ({ name }: { name: string }) => /^[a-z_]\w*$/i.test(name) && !keywords.has(name);
    const others = fields.filter((field) => !inBody(field)).map(({ name, type }) => `"${name}": ${type}`);
    const base = `_${title}Fields`;
    const lines = fields
      .filter(inBody)
      .flatMap(({ name, field, type }) => [`    ${name}: ${type}`, ...described(field).map((text) => `    ${text}`)]);
    return [
      ...(others.length > 0 ? [`${base} = TypedDict("${base}", {${others.join(", ")}})\n\n`] : []),
      `class ${title}(${others.length > 0 ? base : "TypedDict"}):`,
      ...(lines.length > 0 ? lines : ["    pass"]),
    ].join("\n");
  }
}

function described(field: JsonSchema): string[] {
  const words = fieldWords(field, literal);
  return words.length === 0 ? [] : [docstring(words.join(" "))];
}
