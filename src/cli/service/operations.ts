import { flat, perResults } from "../../contract/price.ts";
import { CommandFailed } from "../command-failed.ts";
import type { Connected } from "./connect.ts";

/** A field of a request, as OpenAPI describes it. */
export interface Field {
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: string[];
  items?: Field;
  anyOf?: Field[];
}

/** An operation as the service describes it: so that the command line works with any address and any source. */
export interface RemoteOperation {
  name: string;
  summary: string;
  price: string;
  fields: Record<string, Field>;
  required: string[];
  /** The fields of a record, in order. */
  columns: string[];
  /** The schemas themselves, for programs. */
  schemas: { request: unknown; record: unknown };
  example: unknown;
}

interface Document {
  paths: Record<string, { post?: Post }>;
  components: { schemas: Record<string, { properties: Record<string, Field>; required: string[] }> };
}
interface Post {
  summary: string;
  "x-price": { credits: number; results?: number };
  requestBody: { content: { "application/json": { schema: Ref; examples: Record<string, { value: unknown }> } } };
  responses: { 200: { content: { "application/json": { schema: { items: Ref } } } } };
}
interface Ref {
  $ref: string;
}

export async function operationsOf({ winnow }: Connected): Promise<RemoteOperation[]> {
  const { paths, components } = (await winnow.openApi()) as unknown as Document;
  const schemaOf = ({ $ref }: Ref) => components.schemas[$ref.split("/").at(-1)!]!;
  /** A schema with what it refers to put in its place; a record inside its own kind stays a reference. */
  const whole = (node: unknown, around: string[] = []): unknown => {
    if (typeof node !== "object" || node === null) return node;
    if ("$ref" in node) {
      const { $ref } = node as Ref;
      return around.includes($ref) ? node : whole(schemaOf({ $ref }), [...around, $ref]);
    }
    if (Array.isArray(node)) return node.map((item) => whole(item, around));
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, whole(value, around)]));
  };
  return Object.entries(paths).flatMap(([path, { post }]) => {
    if (!path.startsWith("/api/") || post?.["x-price"] === undefined) return [];
    const { schema, examples } = post.requestBody.content["application/json"];
    const request = schemaOf(schema);
    const record = schemaOf(post.responses[200].content["application/json"].schema.items);
    const { credits, results } = post["x-price"];
    return {
      name: path.slice("/api/".length),
      summary: post.summary,
      price: (results === undefined ? flat(credits) : perResults({ credits, results })).words,
      fields: request.properties,
      required: request.required,
      columns: Object.keys(record.properties),
      schemas: { request, record: whole(record) },
      example: Object.values(examples)[0]?.value,
    };
  });
}

const plain = (name: string): string => name.replace(/^\/?(api\/)?/, "").replace(/[^a-z0-9]+/gi, "/");

/** By its name in any spelling (`nlretail/products/search`, `nlretail-products-search`), or by as much of it as one alone has. */
export function findOperation(operations: RemoteOperation[], name: string): RemoteOperation {
  const wanted = plain(name);
  const exact = operations.find((operation) => plain(operation.name) === wanted);
  const started = operations.filter((operation) => plain(operation.name).startsWith(wanted));
  const found = exact ?? (started.length === 1 ? started[0] : undefined);
  if (found) return found;
  const list = (started.length > 1 ? started : operations).map((operation) => operation.name).join(", ");
  throw new CommandFailed(`no operation "${name}"; ${started.length > 1 ? "it could be" : "there are"} ${list}`);
}
