import { join } from "node:path";

// Programs that tests start are TypeScript: each would strip its types and compile it anew. The workers themselves do without
// this cache, because in a fresh clone it takes them longer to write it than it saves.
process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, "../../node_modules/.cache/winnow-compiled");
