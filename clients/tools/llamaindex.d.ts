import type { BaseToolWithCall } from "llamaindex";
import type { Winnow } from "winnow-client";
import type { ToolOptions } from "./operation-tools.js";

/** Tools for an agent or an LLM that calls tools. */
export function winnowTools(winnow: Winnow, options?: ToolOptions): Promise<BaseToolWithCall[]>;
