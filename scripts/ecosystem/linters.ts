import { execFileSync } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Check, shell } from "./world.ts";

const root = join(import.meta.dirname, "../..");

/** Puts the built client into a folder as if installed. */
async function withClient(folder: string): Promise<void> {
  const pkg = join(folder, "node_modules/winnow-client");
  await mkdir(pkg, { recursive: true });
  await cp(join(root, "client/package.json"), join(pkg, "package.json"));
  await cp(join(root, "client/README.md"), join(pkg, "README.md"));
  execFileSync(process.execPath, [join(root, "client/build.js"), join(pkg, "dist")]);
}

/** Of the document, of the built TypeScript client and of the Python client. */
export const linters: Check[] = [
  {
    tool: "Spectral",
    packages: ["@stoplight/spectral-cli"],
    async run(_world, folder) {
      // The operator of the service provides the contact.
      const rules = { extends: ["spectral:oas"], rules: { "info-contact": "off" } };
      await writeFile(join(folder, ".spectral.json"), JSON.stringify(rules));
      await shell(folder, "spectral", "lint openapi.json --ruleset .spectral.json --fail-severity warn");
      return "spectral:oas but for info-contact: no errors, no warnings";
    },
  },
  {
    tool: "Redocly",
    packages: ["@redocly/cli"],
    async run(_world, folder) {
      const said = await shell(folder, "redocly", "lint openapi.json --extends recommended --format stylish");
      if (/\d+ warnings?/.test(said)) throw new Error(said.slice(-2_000));
      return "recommended, no errors, no warnings";
    },
  },
  {
    tool: "publint, arethetypeswrong",
    packages: ["publint", "@arethetypeswrong/cli"],
    async run(_world, folder) {
      await withClient(folder);
      const pkg = join(folder, "node_modules/winnow-client");
      await shell(folder, "npm", ["pack", pkg, "--ignore-scripts", "--pack-destination", folder]);
      await shell(folder, "publint", [pkg, "--strict"]);
      await shell(folder, "attw", [join(folder, "winnow-client-1.0.0-rc.1.tgz")]);
      return "nothing to say";
    },
  },
  {
    tool: "pyright, strict, on the Python client",
    packages: ["pyright"],
    run: (_world, folder) =>
      refusesMisspelt(folder, join(folder, "node_modules/.bin/pyright"), ["--pythonpath", python]),
  },
  {
    tool: "mypy, strict, on the Python client",
    packages: [],
    // In mypy before 1.7, keyword arguments of a TypedDict need a flag.
    run: (_world, folder) =>
      refusesMisspelt(
        folder,
        python,
        `-m mypy --strict --enable-incomplete-feature=Unpack --cache-dir ${folder}`.split(" "),
      ),
  },
];

const python = "/usr/bin/python3";

const misspelt = `from winnow_client import Winnow

winnow = Winnow()
winnow.jobs.submit("nlretail/products/search", {"keyword": "lamp", "count": 20})
winnow.jobs.submit("nlretail/products/serch", {"keyword": "lamp", "count": 20})
winnow.jobs.submit("nlretail/products/search", {"keywrd": "lamp", "count": 20})
winnow.nlretail.products_search({"keywrd": "lamp", "count": 20})
for record in winnow.nlretail.products_search({"keyword": "lamp", "count": 20}):
    print(record["nme"])
`;

/** The client has no errors, and a program with a misspelt operation, request field and record field has exactly those. */
async function refusesMisspelt(folder: string, checker: string, args: string[]): Promise<string> {
  const client = join(root, "clients/python");
  await shell(client, checker, [...args, "src/winnow_client"], { MYPYPATH: "src" });
  const program = join(folder, "misspelt.py");
  await writeFile(program, misspelt);
  const said = await shell(client, checker, [...args, program], { MYPYPATH: "src", PYTHONPATH: "src" }).then(
    () => "nothing",
    (error: Error) => error.message,
  );
  const lines = new Set([...said.matchAll(/misspelt\.py:(\d+)[^\n]*error/g)].map(([, line]) => line));
  if ([...lines].join() !== "5,6,7,9") throw new Error(`refused lines ${[...lines].join()}: ${said}`);
  return "no error in the client; a misspelt operation, request field and record field are refused";
}
