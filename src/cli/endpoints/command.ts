import type { JsonSchema } from "../../contract/json-schema.ts";

/** A command that calls one endpoint, generated from the endpoint's description. */
export interface EndpointCommand {
  group: string;
  /** The client's method. */
  method: string;
  name: string;
  summary: string;
  description?: string;
  /** Path parameters, with their descriptions. */
  params: Record<string, string>;
  /** Fields that the method takes separately, in its order. */
  args: string[];
  /** Whether the method takes all fields as one argument. */
  takesInput?: boolean;
  fields: CommandField[];
  isPage: boolean;
  /** The one field of the response that the method returns. */
  pick?: string;
  row: { title: string; columns: string[] };
}

export interface CommandField {
  /** Its name in the API. */
  name: string;
  /** Its name in the client. */
  clientName: string;
  isRequired?: boolean;
  schema: JsonSchema;
}
