import packageJson from "../package.json" with { type: "json" };

/** What `npm start` gives Node, such as `--max-semi-space-size=8`. */
export const startFlags = packageJson.scripts.start.split(" ").filter((word) => word.startsWith("--"));
