/** The layers of the design, as rules. */
const TESTS = ["\\.test\\.ts$", "/testing/"];

const BEHIND_ENTRY_POINTS = [
  "contract",
  "limits",
  "store",
  "accounts",
  "metering",
  "extraction",
  "overload",
  "service",
];

/**
 * The floors of the house, lowest first: what each folder may import of the others, types included. Nothing imports a
 * floor above its own, and the entry points do not know each other.
 */
const floors = {
  base: [],
  limits: [],
  contract: [],
  store: [],
  "source-kit": ["contract"],
  sources: ["contract", "source-kit"],
  "stand-ins": ["contract"],
  extraction: ["contract", "limits"],
  accounts: ["store", "limits"],
  auth: ["store", "accounts", "limits"],
  metering: ["contract", "limits", "store", "accounts"],
  health: ["contract", "limits", "store", "accounts", "metering", "extraction"],
  overload: ["contract", "limits", "store", "accounts", "metering"],
  service: ["contract", "limits", "store", "accounts", "metering", "extraction", "overload"],
  docs: ["contract", "limits", "accounts", "metering", "service"],
  jobs: BEHIND_ENTRY_POINTS,
  mcp: BEHIND_ENTRY_POINTS,
  http: [...BEHIND_ENTRY_POINTS, "docs"],
  "dashboard-api": [...BEHIND_ENTRY_POINTS, "auth", "health"],
};

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...Object.entries(floors).map(([folder, below]) => ({
      name: `${folder}-knows-what-is-below`,
      severity: "error",
      comment: `${folder} may import ${below.join(", ") || "no other folder"}; types count.`,
      from: { path: `^src/${folder}/`, pathNot: TESTS },
      to: {
        path: "^(src/[^/]+|dashboard|client|bench|scripts)/",
        pathNot: `^src/(${[folder, "base", ...below].join("|")})/`,
      },
    })),
    {
      name: "sources-apart",
      severity: "error",
      comment: "One source does not know another.",
      from: { path: "^src/sources/([^/]+)/" },
      to: { path: "^src/sources/", pathNot: "^src/sources/$1/" },
    },
    {
      name: "composition-root",
      severity: "error",
      comment: "main.ts and what it opens join the parts: only the command line starts them.",
      from: { path: "^src/", pathNot: ["^src/cli/", "^src/(main|work|open-[a-z-]+)\\.ts$", ...TESTS] },
      to: { path: "^src/(main|work|open-[a-z-]+)\\.ts$" },
    },
    {
      name: "src-stands-alone",
      severity: "error",
      comment: "What is served needs nothing of scripts, bench, test or the web app's sources.",
      from: { path: "^src/", pathNot: TESTS },
      to: { path: "^(scripts|bench|test|dashboard)/" },
    },
    {
      name: "environment-read-once",
      severity: "error",
      comment: "Only the composition root and the command line read the environment, through config.ts.",
      from: { path: "^src/(contract|sources|extraction|metering|accounts|store|http|mcp|service)/" },
      to: { path: "^src/config\\.ts$", dependencyTypesNot: ["type-only"] },
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
