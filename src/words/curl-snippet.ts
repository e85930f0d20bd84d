/** One call, to be written for each client. If the key's secret is no longer known, snippets read it from the environment. */
export interface Call {
  baseUrl: string;
  path: string;
  body: Record<string, unknown>;
  key?: string;
}

export function curlSnippet({ baseUrl, path, body, key }: Call): string {
  const json = JSON.stringify(body).replaceAll("'", "'\\''");
  const header = key === undefined ? '"access-token: $WINNOW_KEY"' : `'access-token: ${key}'`;
  return `curl ${baseUrl}${path} \\
  -H ${header} \\
  -H 'content-type: application/json' \\
  -d '${json}'`;
}
