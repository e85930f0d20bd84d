import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { KeyChangeBody, KeyEntry } from "../endpoints/dashboard/views/keys.ts";
import { type ClientCall, camelCase, clientCalls, givenBy } from "./client-calls.ts";
import { toJsonSchema } from "./json.ts";

/** Command names that are not the method's name in kebab case. */
const names: Record<string, string> = { get: "show", remove: "delete" };

/** The schema keywords that the command line reads or shows. */
const keywords = ["type", "format", "description", "enum", "minimum", "maximum", "default", "x-operation"] as const;

const brief = (schema: JsonSchema): JsonSchema => {
  // An omitted option stands for null.
  const { anyOf = [], ...rest } = schema;
  const [only, ...others] = anyOf.filter(({ type }) => type !== "null");
  if (only && others.length === 0) return brief({ ...only, ...rest });
  return {
    ...Object.fromEntries(keywords.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
    ...(schema.items && { items: brief(schema.items) }),
  };
};

function rowOf(call: ClientCall) {
  const given = givenBy(call);
  const { title = "", properties = {} } = given.items ?? given;
  return { title, columns: call.pick ? [call.pick] : Object.keys(properties) };
}

const keyFields = Object.entries(toJsonSchema(KeyEntry).properties ?? {}).map(([name, schema]) => ({
  name,
  clientName: camelCase(name),
  ...(name === "name" && { isRequired: true }),
  schema: brief(schema),
}));

/** `src/cli/generated/endpoints.ts`: each endpoint with a client method is a command, with the same description. */
export function commandsFile(endpoints: Endpoint<never>[], titles: Record<string, string>): string {
  const calls = clientCalls(endpoints);
  const groups = [...new Set(calls.map(({ group }) => group))];
  const commands = calls.map((call) => {
    const { id, group, method, params, args, input, fields, answer, pick } = call;
    const { summary, description, params: path } = endpoints.find((endpoint) => endpoint.id === id)!;
    return {
      group,
      method,
      name: names[method] ?? method.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`),
      summary,
      ...(description && { description }),
      params: Object.fromEntries(
        params.map((name) => [name, (path && toJsonSchema(path).properties?.[name]?.description) ?? ""]),
      ),
      args: args.map(({ clientName }) => camelCase(clientName)),
      ...(input && { takesInput: true }),
      fields: fields.map(({ name, clientName, field, isRequired }) => ({
        name,
        clientName: camelCase(clientName),
        ...(isRequired && { isRequired }),
        schema: brief(field),
      })),
      isPage: answer.kind === "page",
      ...(pick && { pick }),
      row: rowOf(call),
    };
  });
  return `// biome-ignore-all format: written by \`npm run docs\`, out of src/endpoints.
import type { CommandField, EndpointCommand } from "../endpoints/command.ts";

export const groupTitles: Record<string, string> = ${JSON.stringify(Object.fromEntries(groups.map((group) => [group, titles[group]])), null, 2)};

export const endpointCommands: EndpointCommand[] = [
${commands.map((command) => `  ${JSON.stringify(command)},`).join("\n")}
];

/** What a configuration file says of a key, and which of it can be changed. No endpoint takes it: a key cannot create keys. */
export const keyFields: CommandField[] = ${JSON.stringify(keyFields)};
export const changeableKeyFields: string[] = ${JSON.stringify(Object.keys(KeyChangeBody.properties))};
`;
}
