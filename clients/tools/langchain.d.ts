import type { StructuredToolInterface } from "@langchain/core/tools";
import type { Winnow } from "winnow-client";
import type { ToolOptions } from "./operation-tools.js";

/** Tools for an agent or for `model.bindTools`. */
export function winnowTools(winnow: Winnow, options?: ToolOptions): Promise<StructuredToolInterface[]>;
