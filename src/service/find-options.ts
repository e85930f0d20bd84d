import { WinnowError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { fieldLookup, type LookupOption, lookupBody, lookupOptions } from "../contract/lookup.ts";
import type { OperationCall } from "./operation-call.ts";
import type { Entry } from "./registry.ts";
import type { Service } from "./service.ts";

/** As many as a picker can show from a site's own search. Otherwise all values are fetched and filtered here. */
const MAX = 50;

/** A partial request, and the field whose values are requested. */
export interface OptionsQuery {
  entry: Entry;
  field: string;
  /** The typed text. */
  words: string;
  request: Record<string, unknown>;
  /** The option chosen in the first step, if values are found in two. */
  within?: string | undefined;
  /** Makes no call that costs points. */
  ifFree?: boolean | undefined;
}

export interface FoundOptions {
  options: LookupOption[];
  age: number | null;
}

type Asking = Omit<OperationCall, "entry" | "request"> & { isStandIn: boolean };

const NOTHING: FoundOptions = { options: [], age: null };

/** Looks up the values that a field can take, as a call of its lookup operation. */
export async function findOptions(service: Service, query: OptionsQuery, asking: Asking): Promise<FoundOptions> {
  const { entry, field, words, request, within, ifFree = false } = query;
  const { isStandIn, ...call } = asking;
  const lookup = fieldLookup(entry.operation.request.properties[field]);
  const by = lookup && service.registry.byPath(lookup.operation);
  if (!lookup || !by) throw new WinnowError("bad_request", `No operation finds the values of ${field}.`);
  const { properties, required } = by.operation.request;
  const searched = lookup.search === null ? null : (lookup.search ?? "query");
  // Another lookup finds the value that this one searches by, so it runs first.
  if (searched !== null && within === undefined && fieldLookup(properties[searched])) {
    const first = await findOptions(service, { entry: by, field: searched, words, request, ifFree }, asking);
    return { ...first, options: first.options.map((option) => ({ ...option, step: true })) };
  }
  if (searched !== null && words.trim() === "" && within === undefined && required.includes(searched)) return NOTHING;
  const count: JsonSchema = properties.count ?? {};
  const max = within === undefined ? MAX : count.maximum;
  const body = {
    ...lookupBody(lookup, within ?? words, request),
    ...("count" in properties && { count: max }),
  };
  service.permit(call.caller, by, call.entryPoint);
  const read = service.readBody(by, Buffer.from(JSON.stringify(body)), "application/json");
  const asked = { ...call, entry: by, request: read };
  const free = await service.freeAnswer(asked, isStandIn);
  if (!free && ifFree) return NOTHING;
  const { body: found } = free ?? (await service.run(asked));
  const narrowed = within === undefined ? lookup : { ...lookup, search: null };
  return {
    options: lookupOptions(narrowed, JSON.parse(Buffer.from(found).toString()), words),
    age: free?.facts.age ?? null,
  };
}
