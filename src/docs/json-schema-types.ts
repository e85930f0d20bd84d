import type { JsonSchema } from "../contract/json-schema.ts";
import { camelCase, isGeneric } from "./client-calls.ts";
import { fieldWords, pascalCase } from "./json.ts";
import { SchemaTypes, type TypeSyntax } from "./schema-types.ts";
import { filledLines, findBase } from "./shared-shapes.ts";

/** Longer lists of values get their own name, so that an editor shows the name and not the list. */
const LONG_LIST = 8;

/** A union of these types. */
export const declareUnion = (name: string, types: string[]): string =>
  `export type ${name} =\n${filledLines(
    types.map((type) => `| ${type}`),
    "  ",
  )};`;

export const ofValues = (values: unknown[]): string[] => values.map((value) => JSON.stringify(value));

/** JSON Schema as TypeScript. */
export class TypeWriter extends SchemaTypes {
  /** Names of long lists of values, by their content. */
  readonly #lists = new Map<string, string>();
  readonly #objects: JsonSchema[];

  /** `objects` are the types that others may extend. */
  constructor(objects: JsonSchema[]) {
    super(syntax);
    this.#objects = objects;
  }

  name(schema: JsonSchema): string {
    const { title = "" } = schema;
    if (!this.named.has(title)) {
      this.named.add(title);
      const place = this.declarations.length;
      const declared = this.#interface(title, schema);
      this.declarations.splice(place, 0, declared);
    }
    return isGeneric(schema) ? `${title}<Op>` : title;
  }

  /** Declares the type of a webhook message and returns its name. */
  message(schema: JsonSchema): string {
    const { title = "", properties: { type = {}, data = {} } = {} } = schema;
    const place = this.declarations.length;
    const declared = `export type ${title}${generic(schema)} = WebhookMessage<${this.type(type, "")}, ${this.type(data, "")}>;`;
    this.declarations.splice(place, 0, declared);
    return title;
  }

  /** The same for a method's input: names in camel case, a time also as a `Date`. */
  input(schema: JsonSchema): string {
    const { title = "", properties = {} } = schema;
    if (!this.named.has(title)) {
      this.named.add(title);
      const nameOf = (name: string) => camelCase(properties[name]?.["x-client-name"] ?? name);
      const fields = Object.entries(properties).map(([name, field]) => [nameOf(name), field]);
      const mayBeLeftOut = (name: string) => "default" in (schema.properties?.[name] ?? {});
      const required = (schema.required ?? []).filter((name) => !mayBeLeftOut(name)).map(nameOf);
      const renamed = { ...schema, required, properties: Object.fromEntries(fields) };
      this.declarations.push(this.#interface(title, renamed));
    }
    return isGeneric(schema) ? `${title}<Op>` : title;
  }

  inputType(field: JsonSchema): string {
    return field.format === "date-time" ? "Date | string" : this.type(field, "");
  }

  protected oneOf(given: unknown[], suggested: string): string {
    const values = ofValues(given);
    const list = values.join(" | ");
    if (values.length <= LONG_LIST || suggested === "") return list;
    if (!this.named.has(suggested)) {
      this.named.add(suggested);
      const known = this.#lists.get(list);
      this.declarations.push(known ? `export type ${suggested} = ${known};` : declareUnion(suggested, values));
      if (!known) this.#lists.set(list, suggested);
    }
    return suggested;
  }

  /** An object; fields that are not required are optional. */
  #interface(title: string, schema: JsonSchema): string {
    const required = new Set(schema.required);
    const base = findBase(schema, this.#objects);
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
      const type = this.type(field, `${title}${pascalCase(name)}`);
      return { name, line: `${comment(field)}  ${key}${required.has(name) ? "" : "?"}: ${type};` };
    });
    const own = fields.filter(({ name }) => !(name in (base?.properties ?? {}))).map(({ line }) => line);
    const derived = base ? ` extends ${this.name(base)}` : "";
    return `export interface ${title}${generic(schema)}${derived} {\n${own.join("\n")}\n}`;
  }
}

const ofOperation: Record<string, string> = {
  name: "Op",
  path: ["`/api/$", "{Op}`"].join(""),
  request: "RequestOf<Op>",
  record: "RecordOf<Op>",
};

const syntax: TypeSyntax = {
  plain: { string: "string", number: "number", integer: "number", boolean: "boolean", null: "null" },
  anything: "unknown",
  map: (values) => `Record<string, ${values}>`,
  list: (items) => `Array<${items}>`,
  constant: JSON.stringify,
  ofOperation: (part) => ofOperation[part],
};

const generic = (schema: JsonSchema): string => (isGeneric(schema) ? "<Op extends string = string>" : "");

function comment(field: JsonSchema): string {
  const words = fieldWords(field, JSON.stringify);
  return words.length === 0 ? "" : `  /** ${words.join(" ")} */\n`;
}
