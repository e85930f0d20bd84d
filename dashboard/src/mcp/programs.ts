const KEY = "<API_KEY>";
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** A way to connect a program: by signing in, without a key, or with a key in its settings. */
interface Way {
  how: string;
  code: (url: string) => string;
}

export interface Program {
  name: string;
  signIn: Way;
  withKey: Way;
  /** A link that adds the server to the program. */
  install?: (url: string) => string;
}

export const programs: Program[] = [
  {
    name: "Claude",
    signIn: {
      how: "In Claude, open Settings, Connectors, “Add custom connector”, and paste this address. Claude then opens Winnow so that you can allow it.",
      code: (url) => url,
    },
    withKey: {
      how: "In Claude Desktop, open Settings, Developer, “Edit config”. The bridge needs Node.",
      code: (url) =>
        json({
          mcpServers: {
            winnow: { command: "npx", args: ["-y", "mcp-remote", url, "--header", `access-token:${KEY}`] },
          },
        }),
    },
  },
  {
    name: "Claude Code",
    signIn: {
      how: "Run this in a shell. Then enter /mcp in Claude Code, choose winnow, and sign in.",
      code: (url) => `claude mcp add --transport http winnow ${url}`,
    },
    withKey: {
      how: "Run this in a shell.",
      code: (url) => `claude mcp add --transport http winnow ${url} --header "access-token: ${KEY}"`,
    },
  },
  {
    name: "Cursor",
    install: (url) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=winnow&config=${btoa(JSON.stringify({ url }))}`,
    signIn: {
      how: "In .cursor/mcp.json of the project, or ~/.cursor/mcp.json. Cursor then asks you to sign in.",
      code: (url) => json({ mcpServers: { winnow: { url } } }),
    },
    withKey: {
      how: "In .cursor/mcp.json of the project, or ~/.cursor/mcp.json.",
      code: (url) => json({ mcpServers: { winnow: { url, headers: { "access-token": KEY } } } }),
    },
  },
  {
    name: "VS Code",
    install: (url) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: "winnow", type: "http", url }))}`,
    signIn: {
      how: "In .vscode/mcp.json of the workspace. VS Code then asks you to sign in.",
      code: (url) => json({ servers: { winnow: { type: "http", url } } }),
    },
    withKey: {
      how: "In .vscode/mcp.json of the workspace.",
      code: (url) => json({ servers: { winnow: { type: "http", url, headers: { "access-token": KEY } } } }),
    },
  },
  {
    name: "Codex",
    signIn: {
      how: "In ~/.codex/config.toml. Then run: codex mcp login winnow",
      code: (url) => `[mcp_servers.winnow]\nurl = "${url}"`,
    },
    withKey: {
      how: "In ~/.codex/config.toml.",
      code: (url) => `[mcp_servers.winnow]\nurl = "${url}"\nhttp_headers = { "access-token" = "${KEY}" }`,
    },
  },
];
