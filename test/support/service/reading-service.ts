import { notMeant } from "../../../src/contract/errors.ts";
import {
  countField,
  defineRequest,
  flagField,
  items,
  listOf,
  textField,
  timeoutField,
} from "../../../src/contract/fields.ts";
import { defineOperation } from "../../../src/contract/operation.ts";
import { Page } from "../../../src/contract/page.ts";
import { perResults } from "../../../src/contract/price.ts";
import { createRegistry } from "../../../src/service/registry.ts";
import type { Service } from "../../../src/service/service.ts";
import { jsonRecord, text } from "../../../src/source-kit/record.ts";

const description = "";
const operation = defineOperation({
  path: "/api/toy/things",
  summary: "",
  description,
  price: perResults({ credits: 1, results: 10 }),
  request: defineRequest("ToyThings", {
    shelf: textField({ description, minLength: 1 }),
    count: countField(),
    fresh: flagField({ description, default: false }),
    tags: listOf(items.text, { description }),
    timeout: timeoutField,
  }),
  record: jsonRecord("ToyThing", { id: text().meaning("A text.") }),
  examples: [{ shelf: "a", count: 1 }],
  echo: { shelf: "It sends no request." },
  pageSize: { unknown: "Its one page has as many as were asked for." },
  exampleRecord: {},
  check({ shelf }) {
    if (shelf === "cellar") throw notMeant("There is no cellar.");
  },
  async *run() {},
  parse: () => Page.empty(),
});

export const registry = createRegistry([{ name: "toy", operations: [operation] } as never]);

/** The part of the service that batches and schedules need to read requests, over one operation. */
export const readingService = {
  registry,
  readBody(entry, body, contentType) {
    const request = entry.read(body, contentType);
    entry.operation.check?.(request);
    return request;
  },
} as Pick<Service, "registry" | "readBody"> as Service;
