// Runs after `npm install`, with any Node. The package `node` includes 67 MB of C++ headers that nothing here needs.
import { existsSync, readdirSync, rmSync } from "node:fs";

const packages = "node_modules/node/node_modules";
for (const name of existsSync(packages) ? readdirSync(packages) : [])
  rmSync(`${packages}/${name}/include`, { recursive: true, force: true });
