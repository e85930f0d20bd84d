/** Packages that start threads or programs from their own files, or read those files: a bundle needs them installed. */
export const loadedAsPackages = ["playwright-core", "piscina", "pino", "@scalar/fastify-api-reference", "warcio"];

/** Also left out of the bundle: the tools that build it and the dashboard. */
const buildTools = ["vite", "rolldown"];

export const notBundled = new RegExp(`^(?:${[...loadedAsPackages, ...buildTools].join("|")})`);
