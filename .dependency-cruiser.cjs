/** The layers of the design, as rules. */
const TESTS = ["\\.test\\.tsx?$", "/testing/"];

const DOMAIN = ["contract", "limits", "store", "accounts", "metering", "extraction", "files", "service"];

/**
 * The floors of `src`, lowest first: what each folder may import of the others, types included. `base` and `words`
 * are for all.
 * Nothing imports a floor above its own, and the entry points do not know each other.
 */
const floors = {
  base: [],
  words: [],
  limits: [],
  contract: [],
  store: [],
  "source-kit": ["contract"],
  sources: ["contract", "source-kit"],
  "stand-ins": ["contract"],
  extraction: ["contract", "limits"],
  // For tests alone: no other folder may import it.
  "source-testing": ["contract", "source-kit", "extraction", "stand-ins"],
  accounts: ["store", "limits"],
  auth: ["store", "accounts", "limits"],
  metering: ["contract", "limits", "store", "accounts"],
  files: ["contract", "limits", "store", "metering"],
  health: ["contract", "limits", "store", "accounts", "metering", "extraction"],
  overload: ["contract", "limits", "accounts", "metering"],
  service: ["contract", "limits", "store", "accounts", "metering", "extraction", "files", "overload"],
  jobs: DOMAIN,
  recalls: ["contract", "limits", "store", "accounts", "metering", "extraction", "health"],
  endpoints: [...DOMAIN, "auth", "health", "jobs", "recalls"],
  docs: ["contract", "limits", "accounts", "metering", "service", "jobs", "endpoints"],
  "entry/mcp": [...DOMAIN, "jobs"],
  "entry/crawler": DOMAIN,
  "entry/http": [...DOMAIN, "docs", "endpoints", "jobs", "overload"],
  "entry/dashboard": [...DOMAIN, "auth", "endpoints", "health", "jobs"],
  app: [
    ...DOMAIN,
    "auth",
    "docs",
    "endpoints",
    "entry",
    "health",
    "jobs",
    "overload",
    "recalls",
    "source-kit",
    "sources",
    "stand-ins",
  ],
  cli: [...DOMAIN, "app", "auth", "docs", "endpoints", "entry", "health", "recalls", "source-kit", "sources"],
};

/** The web app: `ui` and `api` below, pages by feature above them, `app` joins. */
const dashboardFeatures =
  "account|admin|automation|home|keys|mcp|members|overview|playground|recalls|records|requests|sign-in|status|usage";

const onlyBelow = (folder, below, also = "") => ({
  name: `${folder.replace("/", "-")}-knows-what-is-below`,
  severity: "error",
  comment: `${folder} may import ${below.join(", ") || "no other folder"}; types count.`,
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: {
    path: "^(src|dashboard|client|bench|scripts|test)/",
    pathNot: `^(src/(${[folder, "base", "words", ...below].join("|")})/${also})`,
  },
});

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-file-at-the-root",
      severity: "error",
      comment: "A file belongs to a folder that says what it is for.",
      from: { path: "^(src|dashboard/src)/[^/]+$" },
      to: {},
    },
    ...Object.entries(floors).map(([folder, below]) =>
      onlyBelow(folder, below, folder === "cli" ? "|client/src/" : ""),
    ),
    {
      name: "sources-apart",
      severity: "error",
      comment: "One source does not know another.",
      from: { path: "^src/sources/([^/]+)/" },
      to: { path: "^src/sources/", pathNot: "^src/sources/$1/" },
    },
    {
      name: "environment-read-once",
      severity: "error",
      comment: "Only `app` and the command line read the environment, through config.ts.",
      from: { path: "^src/", pathNot: ["^src/(app|cli)/", ...TESTS] },
      to: { path: "^src/app/config\\.ts$" },
    },
    {
      name: "dashboard-ui-below",
      severity: "error",
      comment: "What every page uses knows no page.",
      from: { path: "^dashboard/src/(ui|api)/", pathNot: TESTS },
      to: { path: `^dashboard/src/(app|${dashboardFeatures})/` },
    },
    {
      name: "dashboard-app-joins",
      severity: "error",
      comment: "Pages do not know the program that shows them.",
      from: { path: `^dashboard/src/(${dashboardFeatures})/`, pathNot: TESTS },
      to: { path: "^dashboard/src/app/" },
    },
    {
      name: "dashboard-imports-types",
      severity: "error",
      comment: "The web app knows the server by its types, and shares its words. Other code would reach every browser.",
      from: { path: "^dashboard/src/", pathNot: TESTS },
      to: { path: "^src/", pathNot: "^src/words/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "client-stands-alone",
      severity: "error",
      comment: "The client is a package of its own.",
      from: { path: "^client/src/" },
      to: { path: "^(src|dashboard|scripts|bench|test)/" },
    },
    {
      name: "scripts-below-bench",
      severity: "error",
      comment: "Benchmarks may use the scripts' helpers, not the other way round.",
      from: { path: "^scripts/" },
      to: { path: "^bench/" },
    },
    {
      name: "test-helpers-below-scripts",
      severity: "error",
      comment: "Scripts and benchmarks run the simulations and drills of the tests, not the other way round.",
      from: { path: "^test/", pathNot: TESTS },
      to: { path: "^(scripts|bench)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    // dependency-cruiser does not know TypeScript 7 yet. swc also reads imports of types alone, so `tsPreCompilationDeps`
    // would add nothing but a warning.
    parser: "swc",
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
