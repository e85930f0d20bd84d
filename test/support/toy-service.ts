import { startTestService, type TestService } from "./service.ts";
import { sourcesFolder, toySource } from "./toy-folder.ts";

/** A service whose one source is the toy shelf. */
export const startToyService = async (): Promise<TestService> =>
  startTestService({ sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }) });
