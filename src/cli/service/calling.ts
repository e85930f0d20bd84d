import { type Connected, connect, type ServiceOptions } from "./connect.ts";
import { asFailure } from "./failure.ts";

/**
 * The action of a command that calls a service: it gets the service before its own words and options, and what the
 * client throws becomes the failure of the command.
 */
export const calling =
  <A extends unknown[]>(act: (service: Connected, ...words: A) => Promise<void>, needs: "key" | "no key" = "key") =>
  async (...words: A): Promise<void> => {
    // Commander ends with the options and the command itself.
    const service = connect(words.at(-2) as ServiceOptions, needs);
    try {
      await act(service, ...words);
    } catch (error) {
      throw asFailure(error, service.url);
    }
  };
