/** One call in the words of every client; the key stays a placeholder unless it was just made. */
export interface Call {
  baseUrl: string;
  path: string;
  body: Record<string, unknown>;
  key?: string;
}

const PLACEHOLDER = "<API_KEY>";

export function curlOf({ baseUrl, path, body, key = PLACEHOLDER }: Call): string {
  const json = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl ${baseUrl}${path} \\
  -H 'access-token: ${key}' \\
  -H 'content-type: application/json' \\
  -d '${json}'`;
}

export function typescriptOf({ baseUrl, path, body, key = PLACEHOLDER }: Call): string {
  return `const response = await fetch("${baseUrl}${path}", {
  method: "POST",
  headers: { "access-token": "${key}", "content-type": "application/json" },
  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),
});
if (!response.ok) throw new Error((await response.json()).detail);
const records = await response.json();`;
}

export function pythonOf({ baseUrl, path, body, key = PLACEHOLDER }: Call): string {
  return `import json, urllib.request

request = urllib.request.Request(
    "${baseUrl}${path}",
    data=json.dumps(${indent(pythonLiteral(body, ""), 4)}).encode(),
    headers={"access-token": "${key}", "content-type": "application/json"},
)
records = json.load(urllib.request.urlopen(request))`;
}

/** What to tell an agent that has this service's MCP tools. */
export function mcpPromptOf({ path, body }: Call, summary: string): string {
  const wishes = Object.entries(body).map(([name, value]) => `- ${name}: ${JSON.stringify(value)}`);
  return [`Use the Winnow tool for ${path} (${summary}) with:`, ...wishes, "Then show me the records as a table."].join(
    "\n",
  );
}

const indent = (text: string, by: number) => text.replaceAll("\n", `\n${" ".repeat(by)}`);

function pythonLiteral(value: unknown, pad: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  const inner = `${pad}    `;
  if (Array.isArray(value)) return `[${value.map((item) => pythonLiteral(item, inner)).join(", ")}]`;
  if (typeof value === "object") {
    const rows = Object.entries(value).map(
      ([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(item, inner)},`,
    );
    return rows.length === 0 ? "{}" : `{\n${rows.join("\n")}\n${pad}}`;
  }
  return JSON.stringify(value);
}
