import type { ToolSet } from "ai";
import type { Winnow } from "winnow-client";
import type { ToolOptions } from "./operation-tools.js";

/** Tools for `generateText` and `streamText`, by name. */
export function winnowTools(winnow: Winnow, options?: ToolOptions): Promise<ToolSet>;
