import { catalogue } from "../contract/catalogue.ts";
import type { Source } from "../contract/source.ts";
import { endpoints, groupTitles } from "../endpoints/index.ts";
import type { Entry, Registry } from "../service/registry.ts";
import { endpointsFile } from "./client-endpoints.ts";
import { optionsFile } from "./client-options.ts";
import { capital, schemaTitle, toJsonSchema } from "./json.ts";
import { declareUnion, ofValues, TypeWriter } from "./json-schema-types.ts";

/** The types of the client (`client/src/generated`), generated from the schemas of the operations: one file per source. */
export function clientTypes(registry: Registry): Record<string, string> {
  const files = registry.sources.map((source) => [
    `${source.name}.ts`,
    sourceFile(
      source,
      registry.entries.filter((entry) => entry.source === source),
    ),
  ]);
  return Object.fromEntries(
    [
      ...files,
      ["operations.ts", operationsFile(registry)],
      ["endpoints.ts", endpointsFile(endpoints, groupTitles)],
      ["errors.ts", errorsFile()],
      ["options.ts", optionsFile()],
    ].map(([name, content]) => [`client/src/generated/${name}`, `${head}\n${content}`]),
  );
}

const head = `// biome-ignore-all format: written by \`npm run docs\`, out of the schemas of the operations.`;

/** `/api/nlretail/products/search` is `winnow.nlretail.productsSearch`. */
const methodName = ({ name, source }: Entry): string =>
  name.slice(source.name.length + 1).replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());

/** In the formatter's import order. */
const byLetters = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

function sourceFile(source: Source, entries: Entry[]): string {
  const writer = new TypeWriter([]);
  for (const { operation } of entries) {
    writer.name(toJsonSchema(operation.request));
    writer.name(toJsonSchema(operation.record));
  }
  const methods = entries.map(
    (entry) => `  /**
   * ${entry.operation.summary}: ${entry.operation.price.words}.${
     entry.operation.unavailableWhen ? ` 412 when ${entry.operation.unavailableWhen}.` : ""
   }
   *
   * ${entry.operation.description}
   */
  ${methodName(entry)}: Operation<${schemaTitle(entry.operation.request)}, ${schemaTitle(entry.operation.record)}>;`,
  );
  return `import type { Operation } from "../operation.ts";

/** ${source.title}. */
export interface ${capital(source.name)} {
${methods.join("\n")}
}

${writer.declarations.join("\n\n")}
`;
}

function operationsFile({ sources, entries }: Registry): string {
  const of = ({ name }: Source) => entries.filter((entry) => entry.source.name === name);
  return `import type { OperationMaker } from "../operation.ts";
${sources.map((source) => `import type { ${[capital(source.name), ...new Set(of(source).flatMap(({ operation }) => [schemaTitle(operation.request), schemaTitle(operation.record)]))].sort(byLetters).join(", ")} } from "./${source.name}.ts";`).join("\n")}

${sources.map(({ name }) => `export type * from "./${name}.ts";`).join("\n")}

/** What each operation takes and gives, by its name. A source of your own is added by declaring it here once more. */
export interface OperationTypes {
${entries.map(({ name, operation }) => `  "${name}": { request: ${schemaTitle(operation.request)}; record: ${schemaTitle(operation.record)} };`).join("\n")}
}

export type OperationName = keyof OperationTypes;
/** Of a name that is known only when the program runs, any object; of a misspelt one, nothing. */
type Typed<Op extends string, Part extends "request" | "record"> = Op extends OperationName
  ? OperationTypes[Op][Part]
  : string extends Op
    ? Record<string, unknown>
    : never;
export type RequestOf<Op extends string> = Typed<Op, "request">;
export type RecordOf<Op extends string> = Typed<Op, "record">;

/** Every operation of the service, by source. */
export class Operations {
${sources.map(({ name, title }) => `  /** ${title}. */\n  readonly ${name}: ${capital(name)};`).join("\n")}

  constructor(operation: OperationMaker) {
${sources
  .map(
    (source) =>
      `    this.${source.name} = {\n${of(source)
        .map((entry) => `      ${methodName(entry)}: operation("${entry.operation.path}"),\n`)
        .join("")}    };`,
  )
  .join("\n")}
  }
}
`;
}

function errorsFile(): string {
  const rows = Object.entries(catalogue);
  return `/** The rows of the service's error catalogue: what \`code\` of an error can be. */
${declareUnion("ErrorCode", ofValues(rows.map(([code]) => code)))}

/** What to do about each, in the service's words. */
export const advice: Record<ErrorCode, string> = {
${rows.map(([code, row]) => `  ${code}: ${JSON.stringify(row.advice)},`).join("\n")}
};
`;
}
