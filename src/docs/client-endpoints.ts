import type { Endpoint } from "../contract/endpoint.ts";
import { webhookPayloads } from "../jobs/webhooks/payloads.ts";
import { type ClientCall, camelCase, clientCalls, givenBy } from "./client-calls.ts";
import { capital, toJsonSchema } from "./json.ts";
import { declareUnion, TypeWriter } from "./json-schema-types.ts";
import { answeredObjects } from "./shared-shapes.ts";

/** `client/src/generated/endpoints.ts`: a class per group of endpoints, and the types of their inputs and outputs. */
export function endpointsFile(endpoints: Endpoint<never>[], titles: Record<string, string>): string {
  const writer = new TypeWriter(answeredObjects(endpoints));
  const groups = Map.groupBy(clientCalls(endpoints), ({ group }) => group);
  const classes = [...groups].map(
    ([group, calls]) => `/** ${titles[group]} */
export class ${capital(group)}Endpoints extends EndpointGroup {
${calls.map((call) => methodOf(call, writer)).join("\n\n")}
}`,
  );
  for (const { answer } of endpoints)
    if (answer.kind === "file" && answer.schema) writer.type(toJsonSchema(answer.schema), "");
  const messages = webhookPayloads.map((payload) => writer.message(toJsonSchema(payload)));
  return `import type { EndpointOptions, Transport } from "../transport.ts";
import type { RecordOf, RequestOf } from "./operations.ts";

const part = encodeURIComponent;

class EndpointGroup {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

${classes.join("\n\n")}

${writer.declarations.join("\n\n")}

export interface WebhookMessage<Type extends string, Data> {
  type: Type;
  /** When it happened. */
  timestamp: string;
  data: Data;
}

/** What a webhook is sent. */
${declareUnion("WebhookPayload", messages)}
`;
}

function methodOf(call: ClientCall, writer: TypeWriter): string {
  const { method, http, path, params, args, options, answer, retry, pick } = call;
  const isPage = answer.kind === "page";
  const result = resultOf(call, writer);
  const generic = call.isGeneric ? "<Op extends string = string>" : "";
  const input = call.input ? [`${call.input.name}: ${writer.input(call.input.schema)}`] : [];
  const fields = options.map(({ clientName, field }) => `${camelCase(clientName)}?: ${writer.inputType(field)}`);
  const given = [
    ...params.map((name) => `${camelCase(name)}: string`),
    ...args.map(
      ({ clientName, field, isRequired }) =>
        `${camelCase(clientName)}${isRequired ? "" : "?"}: ${writer.inputType(field)}`,
    ),
    ...input,
    `options: EndpointOptions${retry === "idempotency-key" ? " & { idempotencyKey?: string }" : ""}${fields.length > 0 ? ` & { ${fields.join("; ")} }` : ""} = {}`,
  ];
  const sent = (place: "query" | "body") => {
    const pairs = [
      ...args.filter((one) => one.place === place).map(({ name, clientName }) => pair(name, camelCase(clientName))),
      ...options
        .filter((one) => one.place === place)
        .map(({ name, clientName }) => `${name}: options.${camelCase(clientName)}`),
      ...(call.input && place === "body"
        ? call.input.fields.map(({ name, clientName }) => `${name}: ${call.input!.name}.${camelCase(clientName)}`)
        : []),
    ];
    return pairs.length > 0 ? [`${place}: { ${pairs.join(", ")} }`] : [];
  };
  const exchange = `{ ${[
    `method: "${http}"`,
    `path: \`${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${part(${camelCase(name)})}`)}\``,
    ...sent("query"),
    ...sent("body"),
    ...(options.length > 0
      ? [`options: ${JSON.stringify(options.map(({ clientName }) => camelCase(clientName)))}`]
      : []),
    `retry: "${retry}"`,
    ...(pick ? [`pick: "${pick}"`] : []),
  ].join(", ")} }`;
  if (call.isRemoval) {
    return `  /** ${call.words} */
  async ${method}(${given.join(", ")}): Promise<void> {
    await this.transport.call(${exchange}, options);
  }`;
  }
  return `  /** ${call.words} */
  ${method}${generic}(${given.join(", ")}): ${isPage ? `AsyncGenerator<${result}, void, undefined>` : `Promise<${result}>`} {
    return this.transport.${isPage ? "rows" : "call"}(${exchange}, options);
  }`;
}

const pair = (name: string, value: string): string => (name === value ? name : `${name}: ${value}`);

function resultOf(call: ClientCall, writer: TypeWriter): string {
  const inner = givenBy(call);
  if (inner.properties && inner.title === undefined) {
    return `{ ${Object.entries(inner.properties)
      .map(([name, field]) => `${name}: ${writer.type(field, "")}`)
      .join("; ")} }`;
  }
  return writer.type(inner, "");
}
