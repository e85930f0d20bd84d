#!/usr/bin/env node
// Plain JavaScript for any Node: an old one cannot read a line of TypeScript, and would say so with a stack trace.
const NEEDED = 24;
const [major] = process.versions.node.split(".").map(Number);

if (major >= NEEDED) {
  await import("./winnow.ts");
} else {
  console.error(
    `Winnow needs Node ${NEEDED} and this is Node ${process.versions.node}: run \`npm install\` again, which fetches Node ${NEEDED} for this folder (or install it yourself), then \`npm start\` or \`npx winnow\`.`,
  );
  process.exitCode = 1;
}
