const { send } = require("./request.js");

const kinds = ["added", "removed", "changed", "entered", "left"];

/** Starts a workflow with the changes between runs of a schedule. n8n finds the class by its file name. */
class WinnowTrigger {
  /** @type {import("n8n-workflow").INodeTypeDescription} */
  description = {
    displayName: "Winnow Trigger",
    name: "winnowTrigger",
    group: ["trigger"],
    version: 1,
    polling: true,
    description: "Starts when the records of a schedule change",
    defaults: { name: "Winnow Trigger" },
    inputs: [],
    outputs: ["main"],
    credentials: [{ name: "winnowApi", required: true }],
    properties: [
      {
        displayName: "Schedule Name or ID",
        name: "schedule",
        type: "options",
        default: "",
        required: true,
        typeOptions: { loadOptionsMethod: "schedules" },
      },
      {
        displayName: "Changes",
        name: "kinds",
        type: "multiOptions",
        default: kinds,
        options: kinds.map((name) => ({ name, value: name })),
      },
    ],
  };

  /** @type {import("n8n-workflow").INodeType["methods"]} */
  methods = {
    loadOptions: {
      async schedules() {
        /** @type {Array<{ id: string, name: string }>} */
        const schedules = await send(this, { path: "/schedules", method: "GET", qs: { limit: 100 } });
        return schedules.map(({ id, name }) => ({ name, value: id }));
      },
    },
  };

  /** @this {import("n8n-workflow").IPollFunctions} @returns {Promise<import("n8n-workflow").INodeExecutionData[][] | null>} */
  async poll() {
    const schedule = String(this.getNodeParameter("schedule"));
    const wanted = /** @type {string[]} */ (this.getNodeParameter("kinds"));
    const memory = /** @type {Record<string, number | undefined>} */ (this.getWorkflowStaticData("node"));
    const isManual = this.getMode() === "manual";
    // On the first poll one page is enough, to show it or to know where to start.
    const seen = memory[schedule] ?? Number.POSITIVE_INFINITY;
    const changes = await changesSince(this, schedule, seen);
    if (!isManual) memory[schedule] = Math.max(memory[schedule] ?? 0, ...changes.map(({ id }) => Number(id)));
    const fresh = changes.filter(({ id, kind }) => wanted.includes(kind) && (isManual || Number(id) > seen));
    return fresh.length === 0 ? null : [fresh.reverse().map((json) => ({ json }))];
  }
}

/**
 * Changes, newest first, up to the last one seen.
 * @param {import("n8n-workflow").IPollFunctions} context
 * @param {string} schedule
 * @param {number} last
 * @returns {Promise<Array<{ id: string, kind: string }>>}
 */
async function changesSince(context, schedule, last) {
  const changes = [];
  let cursor;
  do {
    const qs = { limit: 100, ...(cursor && { cursor }) };
    const path = `/schedules/${encodeURIComponent(schedule)}/changes`;
    const { body, headers } = await send(context, { path, method: "GET", qs, returnFullResponse: true });
    changes.push(...body);
    cursor = body.every((/** @type {{ id: string }} */ { id }) => Number(id) > last) && headers["x-next-cursor"];
  } while (cursor);
  return changes;
}

module.exports = { WinnowTrigger };
