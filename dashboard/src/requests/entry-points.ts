/** How a call came in, as people say it. */
export const entryPoints: Record<string, string> = {
  http: "API",
  mcp: "MCP",
  dashboard: "Playground",
  jobs: "Background job",
};
