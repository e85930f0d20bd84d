import type { JsonSchema } from "../../contract/json-schema.ts";
import { flat, perResults } from "../../contract/price.ts";
import { CommandFailed } from "../command-failed.ts";
import type { Connected } from "./connect.ts";

/** An operation as the service describes it, so that the command line works with any address and any source. */
export interface RemoteOperation {
  name: string;
  summary: string;
  price: string;
  fields: Record<string, JsonSchema>;
  /** The fields of a record, in order. */
  columns: string[];
  /** The schemas themselves, for programs. */
  schemas: { request: object; record: object };
  example: unknown;
}

type Document = {
  paths: Record<string, { post?: Post }>;
  components: { schemas: Record<string, JsonSchema> };
};
interface Post {
  summary: string;
  "x-price": { credits: number; results?: number };
  requestBody: { content: { "application/json": { schema: Ref; examples: Record<string, { value: unknown }> } } };
  responses: { 200: { content: { "application/json": { schema: { items: Ref } } } } };
}
interface Ref {
  $ref: string;
}

export async function listOperations({ winnow }: Connected): Promise<RemoteOperation[]> {
  const { paths, components } = (await winnow.openApi()) as Document;
  const schemaOf = ({ $ref }: Ref) => components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {};
  /** Resolves references in a schema; a record inside its own type stays a reference. */
  const whole = (node: object, around: string[]): object => {
    const inner = (value: unknown) => (typeof value === "object" && value !== null ? whole(value, around) : value);
    if (Array.isArray(node)) return node.map(inner);
    if (!("$ref" in node)) return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inner(value)]));
    const $ref = String(node.$ref);
    return around.includes($ref) ? node : whole(schemaOf({ $ref }), [...around, $ref]);
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
      fields: request.properties ?? {},
      columns: Object.keys(record.properties ?? {}),
      schemas: { request, record: whole(record, []) },
      example: Object.values(examples)[0]?.value,
    };
  });
}

const plain = (name: string): string => name.replace(/^\/?(api\/)?/, "").replace(/[^a-z0-9]+/gi, "/");

/**
 * Finds an operation by its name in any spelling (`nlretail/products/search`, `nlretail-products-search`), or by an
 * unambiguous part of it.
 */
export function findOperation(operations: RemoteOperation[], name: string): RemoteOperation {
  const wanted = plain(name);
  const exact = operations.find((operation) => plain(operation.name) === wanted);
  const started = operations.filter((operation) => plain(operation.name).startsWith(wanted));
  const found = exact ?? (started.length === 1 ? started[0] : undefined);
  if (found) return found;
  const list = (started.length > 1 ? started : operations).map((operation) => operation.name).join(", ");
  throw new CommandFailed(`no operation "${name}"; ${started.length > 1 ? "it could be" : "there are"} ${list}`);
}
