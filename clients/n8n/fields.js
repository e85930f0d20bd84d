/**
 * @typedef {{ operation: string, field: string, label?: string[], along?: string[], search?: string | null, where?: Record<string, unknown> }} Lookup
 * @typedef {{ type?: string, enum?: string[], maximum?: number, anyOf?: Schema[], items?: Schema, format?: string, default?: any, examples?: any[], description?: string, required?: string[], properties?: Record<string, Schema>, "x-lookup"?: Lookup }} Schema
 * @typedef {{ path: string, summary: string, schema: Schema }} Operation
 * @typedef {import("n8n-workflow").INodeProperties} Property
 */

const operations = /** @type {Operation[]} */ (/** @type {unknown} */ (require("./operations.json")));

/** Splits `stays/hotels/search` into resource `stays` and operation `hotels/search`. @param {string} path */
const placeOf = (path) => ({
  resource: path.slice(0, path.indexOf("/")),
  operation: path.slice(path.indexOf("/") + 1),
});

/** @param {string} name */
const titleOf = (name) => name.replaceAll(/(^|[_/])(\w)/g, (_, gap, letter) => (gap && " ") + letter.toUpperCase());

/** The schema without null. @param {Schema} schema @returns {Schema} */
const plain = (schema) => ({ ...schema, ...schema.anyOf?.find(({ type }) => type !== "null") });

/** @param {Lookup} lookup */
const methodOf = ({ operation, field, where = {} }) =>
  [operation.slice("/api/".length), field, ...Object.values(where)].join("_").replaceAll(/\W/g, "_");

/** @param {string[]} values */
const optionsOf = (values) => values.map((value) => ({ name: value, value }));

/** The form field of a request field. @param {string} name @param {Schema} given @returns {Property} */
function fieldOf(name, given) {
  const schema = plain(given);
  const lookup = schema["x-lookup"];
  const { description = "", items } = schema;
  const shown = { displayName: titleOf(name), name, description };
  const first = schema.default ?? schema.examples?.[0];
  if (schema.type === "array") {
    if (items?.enum) return { ...shown, type: "multiOptions", options: optionsOf(items.enum), default: [] };
    if (lookup?.search === null)
      return { ...shown, type: "multiOptions", typeOptions: { loadOptionsMethod: methodOf(lookup) }, default: [] };
    const type = items?.type === "integer" ? "number" : "string";
    return { ...shown, type, typeOptions: { multipleValues: true }, default: [] };
  }
  if (schema.enum)
    return { ...shown, type: "options", options: optionsOf(schema.enum), default: first ?? schema.enum[0] };
  if (lookup) {
    const typeOptions = { searchListMethod: methodOf(lookup), searchable: true, searchFilterRequired: true };
    return {
      ...shown,
      type: "resourceLocator",
      default: { mode: "list", value: "" },
      modes: [
        { displayName: "From List", name: "list", type: "list", typeOptions },
        { displayName: "By Value", name: "id", type: "string" },
      ],
    };
  }
  if (schema.type === "boolean") return { ...shown, type: "boolean", default: first ?? false };
  if (schema.type === "integer" || schema.type === "number") return { ...shown, type: "number", default: first ?? 0 };
  return { ...shown, type: "string", default: first ?? "" };
}

/** One operation's required fields, and a collection of the rest. @param {Operation} operation @returns {Property[]} */
function fieldsOf({ path, schema: { required = [], properties = {} } }) {
  const { resource, operation } = placeOf(path);
  const displayOptions = { show: { resource: [resource], operation: [operation] } };
  const rest = Object.entries(properties).filter(([name]) => !required.includes(name));
  return [
    ...required.map((name) => ({ ...fieldOf(name, properties[name] ?? {}), required: true, displayOptions })),
    {
      displayName: "Options",
      name: "options",
      type: "collection",
      placeholder: "Add Option",
      default: {},
      displayOptions,
      options: rest.map(([name, schema]) => fieldOf(name, schema)),
    },
  ];
}

/** The node's form: one resource per source, its operations, and their fields. @returns {Property[]} */
function formOf() {
  const resources = [...new Set(operations.map(({ path }) => placeOf(path).resource))];
  return [
    {
      displayName: "Resource",
      name: "resource",
      type: "options",
      noDataExpression: true,
      options: resources.map((name) => ({ name: titleOf(name), value: name })),
      default: resources[0],
    },
    ...resources.map((resource) => {
      const own = operations.filter(({ path }) => placeOf(path).resource === resource);
      const options = own.map(({ path, summary }) => {
        const { operation } = placeOf(path);
        return { name: titleOf(operation), value: operation, action: summary, description: summary };
      });
      return /** @type {Property} */ ({
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        options,
        displayOptions: { show: { resource: [resource] } },
        default: options[0]?.value,
      });
    }),
    ...operations.flatMap(fieldsOf),
  ];
}

/** All lookups, by method name. @returns {Map<string, Lookup>} */
const lookups = () =>
  new Map(
    operations
      .flatMap(({ schema }) => Object.values(schema.properties ?? {}))
      .flatMap(({ "x-lookup": lookup }) => (lookup ? [[methodOf(lookup), lookup]] : [])),
  );

/** The value of a form field as the service expects it. @param {Schema} given @param {any} held */
function sentValue(given, held) {
  const value = held?.__rl ? held.value : held;
  return plain(given).type === "integer" && typeof value === "string" && value !== "" ? Number(value) : value;
}

module.exports = { operations, formOf, lookups, sentValue };
