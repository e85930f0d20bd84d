/** Packages that start threads or programs from files beside their own, or are read from there: not bundled, needed to run. */
export const loadedAsPackages = ["playwright-core", "piscina", "pino", "@scalar/fastify-api-reference", "warcio"];

/** Not bundled and not needed to run what is built. */
export const onlyToBuild = ["vite", "rolldown", "lighthouse"];
