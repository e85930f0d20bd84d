import { fileURLToPath } from "node:url";

/** The built web app: `site` for browsers, the list of its pages, and the list of files it was built from. */
export const builtFolder = fileURLToPath(new URL("../../../dashboard/dist", import.meta.url));
