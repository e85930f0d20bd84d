import type { Endpoint } from "../../contract/endpoint.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Registry } from "../../service/registry.ts";
import { type ClientCall, clientCalls, givenBy, snakeCase } from "../client-calls.ts";
import { capital, schemaTitle } from "../json.ts";
import { docstring, keywords, type TypedDictWriter } from "./typed-dicts.ts";

interface Argument {
  name: string;
  type: string;
  /** Null for a required argument. */
  fallback: string | null;
  keywordOnly: boolean;
}

/** `_async/endpoints.py`: a class per group of endpoints. A call that names an operation has an overload for each. */
export function endpointClasses(
  endpoints: Endpoint<never>[],
  titles: Record<string, string>,
  registry: Registry,
  writer: TypedDictWriter,
): string {
  const groups = Map.groupBy(clientCalls(endpoints), ({ group }) => group);
  return [...groups]
    .map(
      ([group, calls]) => `class Async${capital(group)}Endpoints(AsyncEndpointGroup):
    ${docstring(titles[group] ?? "")}

${calls.map((call) => method(call, registry, writer)).join("\n\n")}${ofOperations[group]?.(registry) ?? ""}`,
    )
    .join("\n\n\n");
}

function method(call: ClientCall, registry: Registry, writer: TypedDictWriter): string {
  const { answer, pick } = call;
  const name = snakeCase(call.method);
  const inner = givenBy(call);
  const result = inner.properties && inner.title === undefined ? "dict[str, str]" : writer.output(inner);
  const isPage = answer.kind === "page";
  const given = argumentsOf(call, writer);
  const requestName = call.operationFields?.request ?? null;
  const head = (args: Argument[], returned: string) =>
    `    ${isPage ? "" : "async "}def ${name}(${signature(args)}) -> ${isPage ? `AsyncIterator[${returned}]` : returned}:`;
  const overloads = requestName
    ? registry.entries.map(({ name: operation, operation: { request } }) => {
        const types: Record<string, (type: string) => string> = {
          operation: () => `Literal["${operation}"]`,
          [requestName]: (type) => type.replace("Any", schemaTitle(request)),
        };
        const own = given.map((one) => ({ ...one, type: types[one.name]?.(one.type) ?? one.type }));
        return `    @overload\n${head(own, result)} ...\n`;
      })
    : [];
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => `{part(${argumentName(call, param)})}`);
  const sent = [
    `"${call.http}"`,
    `${path === call.path ? "" : "f"}"${path}"`,
    ...(["query", "body", "nullable"] as const).flatMap((place) => {
      const pairs = call.fields
        .filter((one) => (isClearable(call, one) ? "nullable" : one.place) === place)
        .map((one) => `"${one.name}": ${pythonName(one.clientName)}`);
      return pairs.length > 0 ? [`${place}={${pairs.join(", ")}}`] : [];
    }),
    ...(isPage ? [] : [`retry="${call.retry}"`]),
    ...(pick ? [`pick="${pick}"`] : []),
    ...(call.retry === "idempotency-key" ? ["idempotency_key=idempotency_key"] : []),
    "options=options",
  ];
  const sending = `self._transport.${isPage ? "rows" : "call"}(${sent.join(", ")})`;
  if (call.isRemoval) {
    return `${head(given, "None")}
        ${docstring(call.words)}
        await ${sending}`;
  }
  return `${overloads.join("")}${head(given, result)}
        ${docstring(call.words)}
        return ${isPage ? sending : `cast("${result}", await ${sending})`}`;
}

/** Names the id after the group if another path parameter already has the name of the thing. */
function argumentName({ group, thing, params }: ClientCall, param: string): string {
  if (param !== "id") return param;
  return params.includes(`${thing}_id`) ? `${group.replace(/s$/, "")}_id` : `${thing}_id`;
}

/** In a change, null clears a setting, and a field that is left out keeps it. */
const isClearable = ({ http }: ClientCall, { place, field }: ClientCall["fields"][number]): boolean =>
  http === "PATCH" && place === "body" && acceptsNull(field);

const acceptsNull = ({ type, anyOf }: JsonSchema): boolean =>
  [type].flat().includes("null") || (anyOf ?? []).some(acceptsNull);

/** Appends an underscore to Python keywords, as PEP 8 recommends. */
const pythonName = (name: string): string => (keywords.has(name) ? `${name}_` : name);

function argumentsOf(call: ClientCall, writer: TypedDictWriter): Argument[] {
  const positional = new Set([...call.args.map(({ name }) => name), ...Object.values(call.operationFields ?? {})]);
  const of = (one: ClientCall["fields"][number]): Argument => {
    const { name, clientName, field, isRequired } = one;
    const [unset, absent] = isClearable(call, one) ? ["NOT_GIVEN", "NotGiven"] : ["None", "None"];
    const type = writer.input(field, `${capital(call.group)}${capital(name)}`);
    return {
      name: pythonName(clientName),
      type: isRequired || type.endsWith(` | ${absent}`) ? type : `${type} | ${absent}`,
      fallback: isRequired ? null : unset,
      keywordOnly: !positional.has(name),
    };
  };
  return [
    ...call.params.map((param) => ({
      name: argumentName(call, param),
      type: "str",
      fallback: null,
      keywordOnly: false,
    })),
    ...call.fields.map(of).sort((a, b) => Number(a.keywordOnly) - Number(b.keywordOnly) || rank(a) - rank(b)),
    ...(call.retry === "idempotency-key"
      ? [{ name: "idempotency_key", type: "str | None", fallback: "None", keywordOnly: true }]
      : []),
  ];
}

/** Orders arguments: the operation, its request, then optional ones. */
function rank({ name, fallback }: Argument): number {
  if (name === "operation") return 0;
  return fallback === null ? 1 : 2;
}

function signature(args: Argument[]): string {
  const written = ({ name, type, fallback }: Argument) =>
    `${name}: ${type}${fallback === null ? "" : ` = ${fallback}`}`;
  const keywords = args.filter(({ keywordOnly }) => keywordOnly);
  return [
    "self",
    ...args.filter(({ keywordOnly }) => !keywordOnly).map(written),
    ...(keywords.length > 0 ? ["*", ...keywords.map(written)] : []),
    "**options: Unpack[Transfer]",
  ].join(", ");
}

/** The overloads of hand-written functions that depend on the operations. */
const ofOperations: Record<string, (registry: Registry) => string> = {
  jobs: ({ entries }) => `

${entries
  .map(
    ({ name, operation }) => `    @overload
    async def submit(self, operation: Literal["${name}"], request: ${schemaTitle(operation.request)}, **options: Unpack[SubmitOptions]) -> AsyncJobHandle[${schemaTitle(operation.record)}]: ...
`,
  )
  .join(
    "",
  )}    async def submit(self, operation: str, request: Any, **options: Unpack[SubmitOptions]) -> AsyncJobHandle[Any]:
        """Queues a call. The same idempotency key gives the same job."""
        return await AsyncJobHandle[Any].submitted(self._transport, operation, request, options)`,
  batches: ({ entries }) => `

${entries
  .map(
    ({ name, operation }) => `    @overload
    def records(self, batch_id: str, operation: Literal["${name}"]) -> AsyncRecordStream[${schemaTitle(operation.record)}]: ...
`,
  )
  .join("")}    @overload
    def records(self, batch_id: str, operation: None = None) -> AsyncRecordStream[dict[str, Any]]: ...
    def records(self, batch_id: str, operation: str | None = None) -> AsyncRecordStream[Any]:
        """All records so far, in the order of the lines; \`@line\` says which line each came from. After a lost connection, lines that ended meanwhile come in between. \`operation\` says of which type they are."""
        return AsyncStoredRecords(*self._transport.lines(f"/batches/{part(batch_id)}/records"))`,
};
