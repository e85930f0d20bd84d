import type { JsonSchema } from "../../contract/json-schema.ts";

/** A command that calls one endpoint, as the endpoint's description has it. */
export interface EndpointCommand {
  group: string;
  /** The method of the client. */
  method: string;
  name: string;
  summary: string;
  description?: string;
  /** Names in the address, and what each is. */
  params: Record<string, string>;
  /** Fields that the method takes one by one, in its order. */
  args: string[];
  /** Whether the method takes all fields together, as one argument. */
  takesInput?: boolean;
  fields: CommandField[];
  isPage: boolean;
  /** The one field of the answer that the method gives. */
  pick?: string;
  row: { title: string; columns: string[] };
}

export interface CommandField {
  /** As the API has it. */
  name: string;
  /** As the client has it. */
  clientName: string;
  isRequired?: boolean;
  schema: JsonSchema;
}
