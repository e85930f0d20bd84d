import { describe, test } from "vitest";
import { checkSource } from "../contract/check-source.ts";
import type { Source } from "../contract/source.ts";
import { withUpcomingExamples } from "../contract/upcoming-examples.ts";
import { countSuite } from "./count-suite.ts";
import { exampleSuite } from "./example-suite.ts";
import { faultSuite } from "./fault-suite.ts";
import { meaningSuite } from "./meaning-suite.ts";
import { proofSuite } from "./proof-suite.ts";
import { readerSuite } from "./reader-suite.ts";
import { recordingSuite } from "./recording-suite.ts";
import { requestSuite } from "./request-suite.ts";
import { trafficSuite } from "./traffic-suite.ts";

export interface SuiteOptions {
  /**
   * Additional stand-in pages for an operation's reader (`"products/search": ["/s/?q=x"]`), such as those of its other
   * forms.
   */
  pages?: Record<string, string[]>;
  /** A folder of recordings (`winnow record`) to replay. */
  recordings?: string;
}

/**
 * Tests every operation of a source against its stand-in through the real engine: examples, descriptions, a 422 for each
 * field, every fault, corrupted pages, renamed fields, `count` around the end of a page, pages of other questions, pages that
 * lack rows, and what the site sees of it all. One call in a test file.
 */
export function sourceSuite(source: Source, { pages = {}, recordings }: SuiteOptions = {}): void {
  test("the service accepts it at the start", () => {
    checkSource(`${source.name}/source.ts`, source.name, source, false);
  });
  const operations = source.operations.map((operation) => withUpcomingExamples(operation, Date.now()));
  describe.each(operations.map((operation) => ({ operation, path: operation.path })))("$path", ({ operation }) => {
    exampleSuite(source, operation);
    meaningSuite(source, operation);
    requestSuite(operation);
    countSuite(source, operation);
    proofSuite(source, operation);
    readerSuite(source, operation, pages[operation.path.slice(`/api/${source.name}/`.length)] ?? []);
    faultSuite(source, operation);
  });
  trafficSuite(source, operations);
  if (recordings !== undefined) recordingSuite(source, recordings);
}
