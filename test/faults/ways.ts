import type { Way } from "./way.ts";
import { commandLine } from "./ways/command-line.ts";
import { http } from "./ways/http.ts";
import { mcp } from "./ways/mcp.ts";
import { python } from "./ways/python.ts";
import { typescript } from "./ways/typescript.ts";

const named = (client: string, ways: Way[]): Way[] => ways.map((way) => ({ ...way, name: `${client}: ${way.name}` }));

/** Every way of reading records. */
export const ways: Way[] = [
  ...named("TypeScript", typescript),
  ...named("Python", python),
  ...named("command line", commandLine),
  ...named("HTTP", http),
  ...named("MCP", mcp),
];
