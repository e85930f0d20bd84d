/** The layers of the design, as rules. */
const TESTS = ["\\.test\\.ts$", "/testing/"];

const only = (name, from, allowed, why) => ({
  name,
  severity: "error",
  comment: why,
  from: { path: from, pathNot: TESTS },
  to: { path: "^(src|dashboard|client|bench)/", pathNot: [from, ...allowed] },
});

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    only("contract-alone", "^src/contract/", [], "The contract imports nothing from the rest."),
    only("kit-knows-the-contract", "^src/source-kit/", ["^src/contract/"], "The kit knows the contract alone."),
    only(
      "sources-know-contract-and-kit",
      "^src/sources/",
      ["^src/contract/", "^src/source-kit/"],
      "A source knows the contract and the kit.",
    ),
    {
      name: "sources-apart",
      severity: "error",
      comment: "One source does not know another.",
      from: { path: "^src/sources/([^/]+)/" },
      to: { path: "^src/sources/", pathNot: "^src/sources/$1/" },
    },
    {
      name: "extraction-without-metering",
      severity: "error",
      from: { path: "^src/extraction/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/(metering|accounts|http|mcp|jobs|cli|sources)/" },
    },
    {
      name: "metering-without-extraction",
      severity: "error",
      from: { path: "^src/metering/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/(extraction|http|mcp|jobs|cli|sources)/" },
    },
    {
      name: "doors-apart",
      severity: "error",
      comment:
        "http, mcp and jobs are doors to one service and do not know each other; the composition root joins them.",
      from: { path: "^src/(http|mcp|jobs)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/(http|mcp|jobs|cli)/", pathNot: "^src/$1/" },
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
