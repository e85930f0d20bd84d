import { type Caller, callerRetention } from "../accounts/types.ts";
import { WinnowError } from "../contract/errors.ts";
import type { EntryPoint } from "./operation-call.ts";
import type { Entry } from "./registry.ts";

/** Why a source is not offered: nobody is charged for made-up records that nobody chose. Test keys get nothing else. */
export const whyNotSetUp = ({ key }: Caller, { source }: Entry, isSetUp = (_source: string) => true) =>
  key.mode === "test" || isSetUp(source.name) ? null : new WinnowError("not_set_up");

/** Why a key may not call an operation; null if it may. */
export function whyForbidden(caller: Caller, { source }: Entry, entryPoint: EntryPoint): WinnowError | null {
  const { key } = caller;
  // What a tool finds is stored for the tools that read on.
  if (entryPoint === "mcp" && callerRetention(caller) === "none") return new WinnowError("nothing_kept");
  if (key.usage_context === "mcp_only" && entryPoint !== "mcp") return new WinnowError("mcp_only");
  if (!key.sources || key.sources.includes(source.name)) return null;
  const allowed = key.sources.join(", ") || "no source";
  return new WinnowError("source_forbidden", `This key may not use ${source.name}; it is allowed for ${allowed}.`);
}
