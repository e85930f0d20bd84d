import type { Operation } from "../../../../contract/operation.ts";
import { flat } from "../../../../contract/price.ts";
import type { Filled } from "../../../../contract/record.ts";
import { amount, decimal, flag, link, seconds, text, texts, whole } from "../../../../source-kit/fields/kinds.ts";
import { operation } from "../../../../source-kit/operation.ts";
import { htmlPage, htmlRecord, jsonPage, jsonRecord } from "../../../../source-kit/record.ts";
import { countField, defineRequest, timeoutField } from "../../../../source-kit/request.ts";
import { pascal } from "../names.ts";
import type { Proposal, ProposedField } from "./fields.ts";

interface Named {
  source: string;
  /** Name of the operation: `lamps/search`. */
  name: string;
  /** Path and query of the page. */
  path: string;
}

const kinds = { amount, decimal, flag, link, seconds, text, texts, whole };

const isId = ({ name }: ProposedField) => name === "id";
/** One page does not tell what the pages of other things have. */
function filling(field: ProposedField, { kind, count }: Proposal): Filled | null {
  if (isId(field)) return "always";
  return kind === "list" && field.filled === count ? "usually" : null;
}

const meaning = ({ name }: ProposedField) =>
  `${name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())}.`;
const title = ({ source, name }: Named) => `${pascal(source)}${pascal(name)}Record`;

const UNKNOWN_SIZE = "Only the recorded page is read.";

/** The operation itself, to read the page with. */
export function proposedOperation(named: Named, proposal: Proposal): Operation {
  const { format, script, fields } = proposal;
  const table = Object.fromEntries(
    fields.map((field) => {
      const described = kinds[field.kind](field.place).meaning(meaning(field));
      const how = filling(field, proposal);
      if (how === "always") return [field.name, described.filled(how)];
      return [field.name, how === null ? described : described.filled(how)];
    }),
  );
  const record = format === "json" ? jsonRecord(title(named), table) : htmlRecord(title(named), table);
  const places = { ...(script !== null && { from: script }), ...placeOf(proposal) };
  return operation({
    path: `/api/${named.source}/${named.name}`,
    summary: "",
    description: "",
    price: flat(1),
    request: defineRequest(`${pascal(named.source)}${pascal(named.name)}`, {
      ...(proposal.kind === "list" && { count: countField() }),
      timeout: timeoutField,
    }),
    record,
    examples: [proposal.kind === "list" ? { count: 20 } : {}],
    echo: {},
    ...(proposal.kind === "list" && { pageSize: { unknown: UNKNOWN_SIZE } }),
    page: () => ({ path: named.path }),
    read: format === "json" ? jsonPage(record, places) : htmlPage(record, placeOf(proposal)),
  }) as unknown as Operation;
}

/** Where the page has its rows, or its thing. */
const placeOf = ({ kind, at }: Proposal): { rows: string } | { row: string } | object => {
  if (kind === "list") return { rows: at };
  return at === "" ? {} : { row: at };
};

/** The same as source code: each field has the share of rows that fill it. */
export function operationFile(named: Named, proposal: Proposal): string {
  const { format, script, fields, count } = proposal;
  const isList = proposal.kind === "list";
  const record = pascal(`${named.name}-record`);
  const lines = fields.map((field) => {
    const how = filling(field, proposal);
    const filled = how === null ? "" : `.filled("${how}")`;
    return `  ${field.name}: ${field.kind}(${JSON.stringify(field.place)})${filled}.meaning("${meaning(field)}"),${isList ? ` // ${field.filled}/${count}` : ""}`;
  });
  const places = JSON.stringify({ ...(script !== null && { from: script }), ...placeOf(proposal) });
  const used = [...new Set(fields.map(({ kind }) => kind)), `${format}Record`, `${format}Page`];
  return `import { ${used.sort().join(", ")} } from "../../source-kit/record.ts";
import { ${isList ? "countField, " : ""}defineRequest, timeoutField } from "../../source-kit/request.ts";
import { ${isList ? "operation, perResults" : "flat, operation"} } from "../../source-kit/source.ts";

/** Proposed from a recorded page ${isList ? `with ${count} rows` : "about one thing"}: keep what is wanted, give names and meanings.${isList ? " Behind each field: how many rows fill it." : ""} */
const ${record} = ${format}Record("${title(named)}", {
${lines.join("\n")}
});

export default operation({
  path: "/api/${named.source}/${named.name}",
  summary: "${pascal(named.source)}: ${named.name}",
  description: "${isList ? "The list" : "The thing"} of the recorded page.",
  price: ${isList ? "perResults({ credits: 5, results: 20 })" : "flat(1)"},
  // Fields of the request go here (docs/adding-a-source.md lists them; a text with minLength: 1), and into the address below.
  request: defineRequest("${pascal(named.source)}${pascal(named.name)}", { ${isList ? "count: countField(), " : ""}timeout: timeoutField }),
  record: ${record},
  examples: [{${isList ? " count: 20 " : ""}}],
  // What the page repeats of those fields${isList ? ", and the rows of a page once others are read" : ""} ("Pages that prove themselves").
  echo: {},${isList ? `\n  pageSize: { unknown: ${JSON.stringify(UNKNOWN_SIZE)} },` : ""}
  page: () => ({ path: ${JSON.stringify(named.path)} }),
  read: ${format}Page(${record}${places === "{}" ? "" : `, ${places}`}),
});
`;
}
