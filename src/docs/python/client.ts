import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { catalogue } from "../../contract/catalogue.ts";
import type { Source } from "../../contract/source.ts";
import { endpoints, groupTitles } from "../../endpoints/index.ts";
import { webhookPayloads } from "../../jobs/webhooks/payloads.ts";
import type { Entry, Registry } from "../../service/registry.ts";
import { pythonOptions } from "../client-options.ts";
import { capital, schemaTitle, toJsonSchema } from "../json.ts";
import { answeredObjects, filledLines } from "../shared-shapes.ts";
import { endpointClasses } from "./endpoints.ts";
import { docstring, literalAlias, TypedDictWriter } from "./typed-dicts.ts";

const PACKAGE = "clients/python/src/winnow_client";
const written = fileURLToPath(new URL(`../../../${PACKAGE}/_async/`, import.meta.url));
const head = "# Written by `npm run docs`.";

const generated = ["operations.py", "endpoints.py"];

/** The generated part of the Python client: models of each source, its operations, and the synchronous client. */
export async function pythonClient(registry: Registry): Promise<Record<string, string>> {
  const operations = operationsFile(registry);
  const endpointModels = new TypedDictWriter(answeredObjects(endpoints));
  const endpointMethods = endpointsFile(registry, endpointModels);
  endpointModels.declarations.push(webhookMessage);
  const messages = webhookPayloads.map((payload) => endpointModels.message(toJsonSchema(payload)));
  endpointModels.declarations.push(`WebhookPayload = Union[\n${grid(messages)}]`);
  const names = (await readdir(written)).filter((name) => name.endsWith(".py") && !generated.includes(name));
  const sources = await Promise.all(names.map(async (name) => [name, await readFile(`${written}${name}`, "utf8")]));
  const files: Record<string, string> = {
    "models/__init__.py": modelsIndex(registry, namesIn(endpointModels.declarations)),
    "models/errors.py": errorsFile(),
    "models/options.py": pythonOptions(),
    "models/endpoints.py": typed(endpointModels),
    ...Object.fromEntries(registry.sources.map((source) => [`models/${source.name}.py`, sourceFile(source, registry)])),
    "_async/operations.py": operations,
    "_async/endpoints.py": endpointMethods,
    ...Object.fromEntries(
      [...sources, ["operations.py", operations], ["endpoints.py", endpointMethods]].map(([name, text]) => [
        `_sync/${name}`,
        synchronous(text!),
      ]),
    ),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      `${PACKAGE}/${name}`,
      text.startsWith(head) ? text : `${head}\n${text}`,
    ]),
  );
}

const entriesOf = (source: Source, { entries }: Registry): Entry[] =>
  entries.filter((entry) => entry.source === source);

/** `/api/nlretail/products/search` is `winnow.nlretail.products_search`. */
const methodName = ({ name, source }: Entry): string => name.slice(source.name.length + 1).replace(/[/-]/g, "_");

const modelNames = (source: Source, registry: Registry): string[] =>
  entriesOf(source, registry).flatMap(({ operation }) => [
    schemaTitle(operation.request),
    schemaTitle(operation.record),
  ]);

const typingNames = ["Any", "Generic", "Literal", "NotRequired", "TypedDict", "TypeVar", "Union"];

function typed({ text }: TypedDictWriter): string {
  const names = typingNames.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `from __future__ import annotations\n\nfrom typing import ${names.join(", ")}\n\n${text}\n`;
}

const webhookMessage = `Event = TypeVar("Event", bound=str)
Data = TypeVar("Data")


class WebhookMessage(TypedDict, Generic[Event, Data]):
    type: Event
    timestamp: str
    """When it happened."""
    data: Data`;

function sourceFile(source: Source, registry: Registry): string {
  const writer = new TypedDictWriter(null);
  for (const { operation } of entriesOf(source, registry)) {
    for (const schema of [operation.request, operation.record]) writer.name(toJsonSchema(schema));
  }
  return typed(writer);
}

function endpointsFile(registry: Registry, writer: TypedDictWriter): string {
  const classes = endpointClasses(endpoints, groupTitles, registry, writer);
  const used = namesIn(writer.declarations).filter((name) => new RegExp(`\\b${name}\\b`).test(classes));
  return `${head}
from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any, Literal, Unpack, cast, overload

from .._exchange import NOT_GIVEN, NotGiven, SubmitOptions, Transfer, part
${modelImports(registry)}from ..models.endpoints import (
${grid(used)})
from .job_handle import AsyncJobHandle
from .stored import AsyncStoredRecords
from .stream import AsyncRecordStream
from .transport import AsyncTransport


class AsyncEndpointGroup:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport


${classes}
`;
}

/** The names that a module declares: classes and aliases. */
const namesIn = (declarations: string[]): string[] =>
  declarations.flatMap((text) => text.match(/^(?:class )?([A-Z]\w+)(?=\(| = (?!TypeVar))/m)?.[1] ?? []).sort();

function modelsIndex(registry: Registry, endpointNames: string[]): string {
  const own = registry.sources.flatMap((source) => modelNames(source, registry));
  const all = [...own, ...endpointNames, "CostPreview"].sort();
  return `"""Requests and records of each operation, jobs, batches, and the key's figures."""

${registry.sources.map(({ name }) => `from .${name} import *\n`).join("")}from .endpoints import *
from .preview import CostPreview

__all__ = [
${grid(all.map((name) => `"${name}"`))}]
`;
}

const grid = (names: string[]): string =>
  `${filledLines(
    names.map((name) => `${name},`),
    "    ",
  )}\n`;

const modelImports = (registry: Registry): string =>
  registry.sources
    .map((source) => `from ..models.${source.name} import (\n${grid(modelNames(source, registry).sort())})\n`)
    .join("");

function operationsFile(registry: Registry): string {
  const { sources } = registry;
  return `${head}
from __future__ import annotations

from functools import cached_property

${modelImports(registry)}from .operation import AsyncOperation
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
    return `    @cached_property
    def ${methodName(entry)}(self) -> AsyncOperation[${schemaTitle(operation.request)}, ${schemaTitle(operation.record)}]:
        ${docstring(`${operation.summary}: ${operation.price.words}.${when}\n\n        ${operation.description}`)}
        return AsyncOperation(self._transport, "${operation.path}")`;
  });
  return `class Async${capital(source.name)}:
    ${docstring(`${source.title}.`)}

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

${methods.join("\n\n")}`;
}

function errorsFile(): string {
  const rows = Object.entries(catalogue);
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

/** The synchronous counterpart of each word of the asynchronous client. */
const words: Array<[RegExp, string]> = [
  [/await asyncio\.sleep/g, "time.sleep"],
  [/^import asyncio\n/gm, ""],
  [/\basync (def|for|with)\b/g, "$1"],
  [/\bawait /g, ""],
  [/\bAsync(?=[A-Z])/g, ""],
  [/\bAwaitable\[(\w+(?:\.\w+)?)\]/g, "$1"],
  [/\bAwaitable, /g, ""],
  [/__aenter__/g, "__enter__"],
  [/__aexit__/g, "__exit__"],
  [/__aiter__/g, "__iter__"],
  [/\baclose\b/g, "close"],
  [/\baread\b/g, "read"],
  [/\banext\b/g, "next"],
  [/\baiter_bytes\b/g, "iter_bytes"],
  [/asynchronous client/g, "synchronous client"],
  [/`npm run docs` writes the synchronous one \(`_sync`\) from these files\./g, "Made from `_async`."],
];

/**
 * Converts an asynchronous module to a synchronous one word by word, as httpcore and others do: one text to maintain, and
 * no difference in behaviour.
 */
const synchronous = (text: string): string =>
  words.reduce((now, [word, replacement]) => now.replace(word, replacement), text);
