import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type CatalogueRow, catalogue } from "../../../src/contract/catalogue.ts";
import { answerStatuses, type Endpoint } from "../../../src/contract/endpoint.ts";
import { endpointErrors } from "../../../src/docs/endpoint-paths.ts";
import { dashboardEndpoints } from "../../../src/endpoints/dashboard/index.ts";
import { endpoints, workEndpoints } from "../../../src/endpoints/index.ts";

/** All described endpoints. */
export const described = endpoints as Endpoint<never>[];

/** All endpoints mounted under `/dashboard-api`. */
export const describedForDashboard = [...dashboardEndpoints, ...workEndpoints] as Endpoint<never>[];

/** All statuses that the description allows. */
export const describedStatuses = (endpoint: Endpoint<never>): number[] => [
  ...answerStatuses(endpoint.answer),
  ...endpointErrors(endpoint).map((code) => (catalogue[code] as CatalogueRow).status),
];

const ajv = new Ajv2020({
  strict: false,
  formats: {
    "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
    uuid: /^[0-9a-f-]{36}$/i,
    "day-or-instant": /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T\d\d:\d\d(:\d\d(\.\d{3})?)?Z)?$/,
    "time-zone": (text: string) => text === "UTC" || /^(Africa|America|Asia|Australia|Europe)\/\w+$/.test(text),
    password: true,
  },
});

const judges = new Map<string, ValidateFunction>();

/** An independent validator: the service's readers are under test. Objects with known fields allow no others. */
export function judge(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = judges.get(text) ?? ajv.compile(closed(JSON.parse(text)));
  judges.set(text, known);
  return known;
}

function closed(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema as unknown as object;
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)]);
  const inner = Object.fromEntries(parts) as Record<string, unknown>;
  const isClosed =
    inner.type === "object" && inner.properties !== undefined && inner.additionalProperties === undefined;
  return isClosed ? { ...inner, additionalProperties: false } : inner;
}

/** How a response violates the endpoint's description; null if it does not. */
export function judgeAnswer(
  endpoint: Endpoint<never>,
  answer: { status: number; type: string; text: string },
  { isPageInBody = false } = {},
): string | null {
  if (!describedStatuses(endpoint).includes(answer.status)) return `status ${answer.status} is not described`;
  if (answer.status >= 400) return judged(errorShape, answer.text);
  const { answer: expected } = endpoint;
  if (answer.status !== expected.status) return `status ${answer.status} is no error and not the answer`;
  if (expected.kind === "content" || expected.kind === "file") {
    const type = answer.type.split(";")[0] ?? "";
    return expected.types.includes(type) ? null : `type ${type} is not described`;
  }
  return judged(judge(schemaOf(expected, isPageInBody)), answer.text);
}

const errorShape = judge({
  type: "object",
  required: ["detail"],
  properties: {
    detail: {
      anyOf: [
        { type: "string", minLength: 1 },
        {
          type: "array",
          minItems: 1,
          items: { type: "object", required: ["type", "loc", "msg"], additionalProperties: true, properties: {} },
        },
      ],
    },
    reason: { type: "string" },
  },
});

function schemaOf(answer: Endpoint["answer"], isPageInBody: boolean): object {
  if (answer.kind === "json") return answer.schema;
  if (answer.kind === "content" || answer.kind === "file") return answer.schema ?? {};
  const rows = { type: "array", items: answer.row };
  if (!isPageInBody) return rows;
  const next_cursor = { anyOf: [{ type: "string" }, { type: "null" }] };
  return { type: "object", required: ["rows", "next_cursor"], properties: { rows, next_cursor } };
}

function judged(fits: ValidateFunction, text: string): string | null {
  return fits(JSON.parse(text)) ? null : `${JSON.stringify(fits.errors?.slice(0, 2))} in ${text.slice(0, 300)}`;
}
