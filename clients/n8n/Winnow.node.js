const { createHash, randomUUID } = require("node:crypto");
const { formOf, lookups, operations, sentValue } = require("./fields.js");
const { send } = require("./request.js");

/** @typedef {import("n8n-workflow").IDataObject} Data */

/** The most values in a list. */
const MOST_LISTED = 100;

/** @param {string} path */
const operationAt = (path) => {
  const found = operations.find((one) => one.path === path);
  if (!found) throw new Error(`there is no operation ${path}`);
  return found;
};

/** The request of an operation, built from the form's values. @param {string} path @param {Data} held */
function requestOf(path, held) {
  const { properties = {} } = operationAt(path).schema;
  const values = Object.entries(properties).map(([name, schema]) => [name, sentValue(schema, held[name])]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== ""));
}

/**
 * Values to pick for a field. If another field must be set first, the service's error names it.
 * @param {import("n8n-workflow").ILoadOptionsFunctions} context
 * @param {import("./fields.js").Lookup} lookup
 * @param {string} [filter]
 */
async function lookUp(
  context,
  { operation, field, label = [field], along = [], search = "query", where = {} },
  filter,
) {
  const path = operation.slice("/api/".length);
  const form = context.getCurrentNodeParameters() ?? {};
  const held = { ...form, .../** @type {Data} */ (form.options) };
  const asked = { ...Object.fromEntries(along.map((name) => [name, held[name]])), ...(search && { [search]: filter }) };
  const { count } = operationAt(path).schema.properties ?? {};
  const body = requestOf(path, {
    ...asked,
    ...(count && { count: Math.min(MOST_LISTED, count.maximum ?? MOST_LISTED) }),
  });
  /** @type {Data[]} */
  const records = await send(context, { path: operation, method: "POST", body, headers: { "x-picker": "true" } });
  return records
    .filter((record) => Object.entries(where).every(([name, value]) => record[name] === value))
    .map((record) => ({
      name: label.flatMap((name) => record[name] ?? []).join(", "),
      value: /** @type {string | number} */ (record[field]),
    }));
}

/** Calls an operation once per item. n8n finds the class by its file name. */
class Winnow {
  /** @type {import("n8n-workflow").INodeTypeDescription} */
  description = {
    displayName: "Winnow",
    name: "winnow",
    group: ["input"],
    version: 1,
    description: "Clean records from public websites",
    subtitle: '={{$parameter["resource"] + ": " + $parameter["operation"]}}',
    defaults: { name: "Winnow" },
    inputs: ["main"],
    outputs: ["main"],
    usableAsTool: true,
    credentials: [{ name: "winnowApi", required: true }],
    properties: formOf(),
  };

  /** @type {import("n8n-workflow").INodeType["methods"]} */
  methods = {
    loadOptions: Object.fromEntries(
      [...lookups()].map(([name, lookup]) => [
        name,
        /** @this {import("n8n-workflow").ILoadOptionsFunctions} */
        async function () {
          return lookUp(this, lookup);
        },
      ]),
    ),
    listSearch: Object.fromEntries(
      [...lookups()].map(([name, lookup]) => [
        name,
        /** @this {import("n8n-workflow").ILoadOptionsFunctions} @param {string} [filter] */
        async function (filter) {
          return { results: await lookUp(this, lookup, filter) };
        },
      ]),
    ),
  };

  /** @this {import("n8n-workflow").IExecuteFunctions} */
  async execute() {
    /** @type {import("n8n-workflow").INodeExecutionData[]} */
    const found = [];
    for (const index of this.getInputData().keys()) {
      try {
        for (const json of await recordsOf(this, index)) found.push({ json, pairedItem: { item: index } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        found.push({ json: { error: /** @type {Error} */ (error).message }, pairedItem: { item: index } });
      }
    }
    return [found];
  }
}

/** @param {import("n8n-workflow").IExecuteFunctions} context @param {number} index @returns {Promise<Data[]>} */
async function recordsOf(context, index) {
  const path = `${context.getNodeParameter("resource", index)}/${context.getNodeParameter("operation", index)}`;
  const { required = [] } = operationAt(path).schema;
  const held = Object.fromEntries(required.map((name) => [name, context.getNodeParameter(name, index)]));
  const options = /** @type {Data} */ (context.getNodeParameter("options", index, {}));
  const body = requestOf(path, { ...options, ...held });
  // The same when n8n retries a node, so that it is charged once.
  const attempt = JSON.stringify([context.getExecutionId() ?? randomUUID(), context.getNode().id, index, body]);
  const headers = { "idempotency-key": createHash("sha256").update(attempt).digest("hex") };
  return send(context, { path: `/api/${path}`, method: "POST", body, headers });
}

module.exports = { Winnow };
