const json = (value: unknown) => JSON.stringify(value, null, 2);

export const keyHeader = { "access-token": "<API_KEY>" };

export interface Program {
  name: string;
  /** What to do with the settings, if the program signs in. */
  signIn: string;
  /** The same, if it has a key in its settings. */
  withKey: string;
  /** Its settings; the headers are those with a key. */
  code: (url: string, headers?: typeof keyHeader) => string;
  /** A link that adds the server to the program. */
  install?: (url: string) => string;
}

export const programs: Program[] = [
  {
    name: "Claude",
    signIn:
      "In Claude, open Settings, Connectors, “Add custom connector”, and paste this address. Claude then opens Winnow so that you can allow it.",
    withKey: "In Claude Desktop, open Settings, Developer, “Edit config”. The bridge needs Node.",
    code(url, headers) {
      if (!headers) return url;
      const header = `access-token:${headers["access-token"]}`;
      return json({ mcpServers: { winnow: { command: "npx", args: ["-y", "mcp-remote", url, "--header", header] } } });
    },
  },
  {
    name: "Claude Code",
    signIn: "Run this in a shell. Then enter /mcp in Claude Code, choose winnow, and sign in.",
    withKey: "Run this in a shell.",
    code: (url, headers) =>
      `claude mcp add --transport http winnow ${url}${headers ? ` --header "access-token: ${headers["access-token"]}"` : ""}`,
  },
  {
    name: "Cursor",
    install: (url) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=winnow&config=${btoa(JSON.stringify({ url }))}`,
    signIn: "In .cursor/mcp.json of the project, or ~/.cursor/mcp.json. Cursor then asks you to sign in.",
    withKey: "In .cursor/mcp.json of the project, or ~/.cursor/mcp.json.",
    code: (url, headers) => json({ mcpServers: { winnow: { url, headers } } }),
  },
  {
    name: "VS Code",
    install: (url) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: "winnow", type: "http", url }))}`,
    signIn: "In .vscode/mcp.json of the workspace. VS Code then asks you to sign in.",
    withKey: "In .vscode/mcp.json of the workspace.",
    code: (url, headers) => json({ servers: { winnow: { type: "http", url, headers } } }),
  },
  {
    name: "Codex",
    signIn: "In ~/.codex/config.toml. Then run: codex mcp login winnow",
    withKey: "In ~/.codex/config.toml.",
    code: (url, headers) =>
      `[mcp_servers.winnow]\nurl = "${url}"${headers ? `\nhttp_headers = { "access-token" = "${headers["access-token"]}" }` : ""}`,
  },
];
