/** Display names of the entry points. */
export const entryPoints: Record<string, string> = {
  http: "API",
  mcp: "MCP",
  dashboard: "Playground",
  jobs: "Background job",
};
