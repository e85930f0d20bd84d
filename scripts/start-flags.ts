import packageJson from "../package.json" with { type: "json" };

/** Node flags of `npm start`, such as `--max-semi-space-size=8`. */
export const startFlags = packageJson.scripts.start.split(" ").filter((word) => word.startsWith("--"));
