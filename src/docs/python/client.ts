import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type CatalogueRow, catalogue } from "../../contract/catalogue.ts";
import type { Source } from "../../contract/source.ts";
import type { Entry, Registry } from "../../service/registry.ts";
import { batchSchemas } from "../jobs/batch-paths.ts";
import { jobSchemas } from "../jobs/job-paths.ts";
import { scheduleSchemas } from "../jobs/schedule-paths.ts";
import { webhookSchemas } from "../jobs/webhook-paths.ts";
import type { Json } from "../json.ts";
import { tokenSchemas } from "../token-paths.ts";
import { synchronous } from "./synchronous.ts";
import { docstring, literalAlias, TypedDictWriter } from "./typed-dicts.ts";

const PACKAGE = "clients/python/src/winnow_client";
const written = fileURLToPath(new URL(`../../../${PACKAGE}/_async/`, import.meta.url));
const head = "# Written by `npm run docs`.";

/** The generated part of the Python client: models of each source, its operations, and the synchronous client. */
export async function pythonClient(registry: Registry): Promise<Record<string, string>> {
  const operations = operationsFile(registry);
  const names = (await readdir(written)).filter((name) => name.endsWith(".py") && name !== "operations.py");
  const sources = await Promise.all(names.map(async (name) => [name, await readFile(`${written}${name}`, "utf8")]));
  const files: Record<string, string> = {
    "models/__init__.py": modelsIndex(registry),
    "models/errors.py": errorsFile(),
    "models/token.py": modelsFile(tokenSchemas as Record<string, Json>),
    "models/jobs.py": modelsFile({ ...jobSchemas, ...batchSchemas, ...scheduleSchemas, ...webhookSchemas }),
    ...Object.fromEntries(registry.sources.map((source) => [`models/${source.name}.py`, sourceFile(source, registry)])),
    "_async/operations.py": operations,
    ...Object.fromEntries(
      [...sources, ["operations.py", operations]].map(([name, text]) => [`_sync/${name}`, synchronous(text!)]),
    ),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      `${PACKAGE}/${name}`,
      text.startsWith(head) ? text : `${head}\n${text}`,
    ]),
  );
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const titleOf = (schema: unknown): string => (schema as { title: string }).title;
const entriesOf = (source: Source, { entries }: Registry): Entry[] =>
  entries.filter((entry) => entry.source === source);

/** `/api/nlretail/products/search` is `winnow.nlretail.products_search`. */
const methodName = ({ name, source }: Entry): string => name.slice(source.name.length + 1).replace(/[/-]/g, "_");

const modelNames = (source: Source, registry: Registry): string[] =>
  entriesOf(source, registry).flatMap(({ operation }) => [titleOf(operation.request), titleOf(operation.record)]);

function typed(declarations: string[]): string {
  const body = declarations.join("\n\n\n");
  const names = ["Any", "Literal", "NotRequired", "TypedDict"].filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return `from __future__ import annotations\n\nfrom typing import ${names.join(", ")}\n\n${body}\n`;
}

function sourceFile(source: Source, registry: Registry): string {
  const writer = new TypedDictWriter();
  for (const { operation } of entriesOf(source, registry)) {
    for (const schema of [operation.request, operation.record]) writer.name(titleOf(schema), schema as unknown as Json);
  }
  return typed(writer.declarations);
}

function modelsFile(schemas: Record<string, Json>): string {
  const writer = new TypedDictWriter();
  for (const [name, schema] of Object.entries(schemas)) {
    writer.name(name, { ...schema, required: Object.keys(schema.properties as Json) });
  }
  return typed(writer.declarations);
}

function modelsIndex(registry: Registry): string {
  const imports = registry.sources.map(
    (source) => `from .${source.name} import (\n${list(modelNames(source, registry).sort(), (name) => name)})\n`,
  );
  const all = [...registry.sources.flatMap((source) => modelNames(source, registry)), ...commonModels].sort();
  return `"""Requests and records of each operation, jobs, batches, and the key's figures."""

${imports.join("")}from .jobs import (
${list(jobModels, (name) => name)})
from .preview import CostPreview
from .token import RequestRow, TokenStatistic

__all__ = [
${list(all, (name) => `"${name}"`)}]
`;
}

const jobModels = [
  ...["Batch", "BatchFailure", "Job", "NewSchedule", "Schedule", "ScheduleChange", "SchedulePreview"],
  ...["Webhook", "WebhookDelivery", "WebhookWithSecret"],
];
const commonModels = [...jobModels, "CostPreview", "RequestRow", "TokenStatistic"];

const list = (names: string[], word: (name: string) => string): string =>
  names.map((name) => `    ${word(name)},\n`).join("");

function operationsFile(registry: Registry): string {
  const { sources } = registry;
  return `${head}
from __future__ import annotations

${sources.map((source) => `from ..models.${source.name} import (\n${list(modelNames(source, registry).sort(), (name) => name)})\n`).join("")}from .operation import AsyncOperation
from .transport import AsyncTransport


${sources.map((source) => sourceClass(source, registry)).join("\n\n\n")}


class AsyncOperations:
    """Every operation of the service, by source."""

    def __init__(self, transport: AsyncTransport) -> None:
${sources.map(({ name, title }) => `        self.${name} = Async${capital(name)}(transport)\n        ${docstring(`${title}.`)}`).join("\n")}
`;
}

function sourceClass(source: Source, registry: Registry): string {
  const methods = entriesOf(source, registry).map((entry) => {
    const { operation } = entry;
    const when = operation.unavailableWhen ? ` 412 when ${operation.unavailableWhen}.` : "";
    return `        self.${methodName(entry)}: AsyncOperation[
            ${titleOf(operation.request)}, ${titleOf(operation.record)}
        ] = AsyncOperation(transport, "${operation.path}")
        ${docstring(`${operation.summary}: ${operation.price.words}.${when}\n\n        ${operation.description}`)}`;
  });
  return `class Async${capital(source.name)}:
    ${docstring(`${source.title}.`)}

    def __init__(self, transport: AsyncTransport) -> None:
${methods.join("\n")}`;
}

function errorsFile(): string {
  const rows = Object.entries(catalogue as Record<string, CatalogueRow>);
  const codes = rows.map(([code]) => code);
  return `from __future__ import annotations

from typing import Literal

${literalAlias("ErrorCode", codes)}
"""The rows of the service's error catalogue: what \`code\` of an error can be."""

ADVICE: dict[ErrorCode, str] = {
${rows.map(([code, row]) => `    "${code}": ${JSON.stringify(row.advice)},`).join("\n")}
}
"""What to do about each, in the service's words."""
`;
}
