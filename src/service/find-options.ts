import { WinnowError } from "../contract/errors.ts";
import { type LookupOption, lookupBody, lookupOf, optionsOf } from "../contract/lookup.ts";
import type { OperationCall } from "./operation-call.ts";
import type { Entry } from "./registry.ts";
import type { Service } from "./service.ts";

/** As many as a picker can show. */
const MOST = 50;

/** A request that is being written, and the field whose value is wanted. */
export interface OptionsWish {
  entry: Entry;
  field: string;
  /** What was typed. */
  words: string;
  request: Record<string, unknown>;
}

/** The values that a field can take, by the operation that finds them, as a call of it. */
export async function findOptions(
  service: Service,
  { entry, field, words, request }: OptionsWish,
  { isStandIn, ...call }: Omit<OperationCall, "entry" | "request"> & { isStandIn: boolean },
): Promise<{ options: LookupOption[]; age: number | null }> {
  const lookup = lookupOf(entry.operation.request.properties[field]);
  const by = lookup && service.registry.byPath(lookup.operation);
  if (!lookup || !by) throw new WinnowError("bad_request", `No operation finds the values of ${field}.`);
  const body = {
    ...lookupBody(lookup, words, request),
    ...("count" in by.operation.request.properties && { count: MOST }),
  };
  service.permit(call.holder, by, call.entryPoint);
  const read = service.readBody(by, Buffer.from(JSON.stringify(body)), "application/json");
  const asked = { ...call, entry: by, request: read };
  const free = await service.freeAnswer(asked, isStandIn);
  const { body: found } = free ?? (await service.run(asked));
  const options = optionsOf(lookup, JSON.parse(Buffer.from(found).toString()), words);
  return { options, age: free?.facts.age ?? null };
}
