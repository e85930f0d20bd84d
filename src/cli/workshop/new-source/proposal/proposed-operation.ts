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
function filling(field: ProposedField, count: number): Filled | null {
  if (isId(field)) return "always";
  return field.filled === count ? "usually" : null;
}

const meaning = ({ name }: ProposedField) =>
  `${name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())}.`;
const title = ({ source, name }: Named) => `${pascal(source)}${pascal(name)}Record`;

const UNKNOWN_SIZE = "Only the recorded page is read.";

/** The operation itself, to read the page with. */
export function proposedOperation(named: Named, proposal: Proposal): Operation {
  const { format, script, rows, fields, count } = proposal;
  const table = Object.fromEntries(
    fields.map((field) => {
      const described = kinds[field.kind](field.place).meaning(meaning(field));
      const how = filling(field, count);
      if (how === "always") return [field.name, described.filled(how)];
      return [field.name, how === null ? described : described.filled(how)];
    }),
  );
  const record = format === "json" ? jsonRecord(title(named), table) : htmlRecord(title(named), table);
  const places = { ...(script !== null && { from: script }), rows };
  return operation({
    path: `/api/${named.source}/${named.name}`,
    summary: "",
    description: "",
    price: flat(1),
    request: defineRequest(`${pascal(named.source)}${pascal(named.name)}`, {
      count: countField(),
      timeout: timeoutField,
    }),
    record,
    examples: [{ count: 20 }],
    echo: {},
    pageSize: { unknown: UNKNOWN_SIZE },
    page: () => ({ path: named.path }),
    read: format === "json" ? jsonPage(record, places) : htmlPage(record, { rows }),
  }) as unknown as Operation;
}

/** The same as source code: each field has the share of rows that fill it. */
export function operationFile(named: Named, { format, script, rows, fields, count }: Proposal): string {
  const record = pascal(`${named.name}-record`);
  const lines = fields.map((field) => {
    const how = filling(field, count);
    const filled = how === null ? "" : `.filled("${how}")`;
    return `  ${field.name}: ${field.kind}(${JSON.stringify(field.place)})${filled}.meaning("${meaning(field)}"), // ${field.filled}/${count}`;
  });
  const from = script === null ? "" : `from: ${JSON.stringify(script)}, `;
  const used = [...new Set(fields.map(({ kind }) => kind)), `${format}Record`, `${format}Page`];
  return `import { ${used.sort().join(", ")} } from "../../source-kit/record.ts";
import { countField, defineRequest, timeoutField } from "../../source-kit/request.ts";
import { operation, perResults } from "../../source-kit/source.ts";

/** Proposed from a recorded page with ${count} rows: keep what is wanted, give names and meanings. Behind each field: how many rows fill it. */
const ${record} = ${format}Record("${title(named)}", {
${lines.join("\n")}
});

export default operation({
  path: "/api/${named.source}/${named.name}",
  summary: "${pascal(named.source)}: ${named.name}",
  description: "The list of the recorded page.",
  price: perResults({ credits: 5, results: 20 }),
  // Fields of the request go here, and into the address below.
  request: defineRequest("${pascal(named.source)}${pascal(named.name)}", { count: countField(), timeout: timeoutField }),
  record: ${record},
  examples: [{ count: 20 }],
  // What the page repeats of those fields, and the rows of a page once others are read ("Pages that prove themselves").
  echo: {},
  pageSize: { unknown: ${JSON.stringify(UNKNOWN_SIZE)} },
  page: () => ({ path: ${JSON.stringify(named.path)} }),
  read: ${format}Page(${record}, { ${from}rows: ${JSON.stringify(rows)} }),
});
`;
}
