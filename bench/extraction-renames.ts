import { join } from "node:path";
import { loadSources } from "../src/contract/load-sources.ts";
import { capturedPages, renameDrill } from "../src/source-testing/rename-drill.ts";
import { standInPages } from "../src/source-testing/stand-in-pages.ts";
import type { Suite, Table } from "./support/suite.ts";

const CAPTURES = join(import.meta.dirname, "../../shared/captures");
const BYTES_PER_PAGE = 1_000_000_000;

export default {
  name: "extraction-renames",
  async run(): Promise<Table[]> {
    const rows: Table["rows"] = [];
    const notes: string[] = [];
    for (const source of await loadSources(join(import.meta.dirname, "../src/sources"))) {
      const pages = capturedPages(source, CAPTURES);
      for (const operation of source.operations) pages.push(...(await standInPages(source, operation)));
      const { lost, unnoticed } = renameDrill(pages, { bytesPerPage: BYTES_PER_PAGE });
      const share = lost === 0 ? 1 : 1 - unnoticed.length / lost;
      rows.push([source.name, String(lost), String(unnoticed.length), `${(share * 100).toFixed(1)} %`]);
      notes.push(...unnoticed.map((name) => `${source.name}, not noticed: ${name}`));
    }
    return [
      {
        title: "One field of a page renamed at a time",
        columns: ["source", "cost a required field", "not noticed", "noticed"],
        rows,
        notes: ["Up to 400 names of each page of the stand-in and of the captures; target: 95 %.", ...notes],
      },
    ];
  },
} satisfies Suite;
