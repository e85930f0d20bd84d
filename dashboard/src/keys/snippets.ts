import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import type { Call } from "../../../src/words/curl-snippet.ts";

export function typescriptSnippet({ baseUrl, path, body, key }: Call): string {
  const secret = key === undefined ? "process.env.WINNOW_KEY!" : JSON.stringify(key);
  return `const response = await fetch("${baseUrl}${path}", {
  method: "POST",
  headers: { "access-token": ${secret}, "content-type": "application/json" },
  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${response.status}: \${JSON.stringify(answer.detail)}\`);
console.log(answer);`;
}

export function pythonSnippet({ baseUrl, path, body, key }: Call): string {
  const secret = key === undefined ? 'os.environ["WINNOW_KEY"]' : JSON.stringify(key);
  return `import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    "${baseUrl}${path}",
    data=json.dumps(${indent(pythonLiteral(body, ""), 4)}).encode(),
    headers={"access-token": ${secret}, "content-type": "application/json"},
)
try:
    with urllib.request.urlopen(request) as response:
        print(json.dumps(json.load(response), indent=2, ensure_ascii=False))
except urllib.error.HTTPError as error:
    raise SystemExit(f"{error.code}: {json.load(error)['detail']}")`;
}

export function goSnippet({ baseUrl, path, body, key }: Call): string {
  const secret = key === undefined ? 'os.Getenv("WINNOW_KEY")' : JSON.stringify(key);
  return `package main

import (
	"fmt"
	"io"
	"net/http"
	${key === undefined ? '"os"\n\t' : ""}"strings"
)

func main() {
	body := strings.NewReader(${JSON.stringify(JSON.stringify(body))})
	request, _ := http.NewRequest("POST", "${baseUrl}${path}", body)
	request.Header.Set("access-token", ${secret})
	request.Header.Set("content-type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(answer))
}`;
}

/** A prompt for an agent that has this service's MCP tools. */
export function mcpPrompt({ summary }: Pick<OperationView, "summary">, body: Call["body"]): string {
  const inputs = Object.entries(body).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `Use the Winnow tool “${summary}” with ${inputs.join(", ")}.`;
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
