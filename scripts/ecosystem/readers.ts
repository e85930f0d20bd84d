import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Check, shell } from "./world.ts";

const PRISM_PORT = 4910;

/** Linters, a validating proxy, and importers of the document. */
export const readers: Check[] = [
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
    tool: "Prism, proxy with --errors",
    packages: ["@stoplight/prism-cli"],
    async run({ address, key, calls }, folder) {
      const args = ["proxy", "openapi.json", address, "--errors", "--port", String(PRISM_PORT), "--host", "127.0.0.1"];
      const prism = spawn(join(folder, "node_modules/.bin/prism"), args, { cwd: folder });
      let said = "";
      for (const output of [prism.stdout, prism.stderr])
        output.on("data", (part) => {
          said += part;
        });
      try {
        const at = `http://127.0.0.1:${PRISM_PORT}`;
        for (let tries = 0; !said.includes("Prism is listening"); tries += 1) {
          if (tries > 600 || prism.exitCode !== null) throw new Error(`it does not start: ${said.slice(-500)}`);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        const headers = { "access-token": key, "content-type": "application/json" };
        for (const { path, body } of calls) {
          const answer = await fetch(`${at}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
          if (answer.status !== 200)
            throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 600)}`);
        }
        const [{ path, body }] = calls as [(typeof calls)[0]];
        const lines = await fetch(`${at}${path}`, {
          method: "POST",
          headers: { ...headers, accept: "application/x-ndjson" },
          body: JSON.stringify(body),
        });
        const ndjson = `${lines.status} ${(await lines.text()).slice(0, 60).replace(/\s+/g, " ")}`;
        const refused = await fetch(`${at}${path}`, { method: "POST", headers, body: "{}" });
        if (refused.status !== 422) throw new Error(`an empty body is ${refused.status}`);
        if (prism.exitCode !== null) throw new Error(`it has ended: ${said.slice(-500)}`);
        return `${calls.length} of ${calls.length} operations pass both ways, an empty body is 422; NDJSON: ${ndjson}`;
      } finally {
        prism.kill();
      }
    },
  },
  {
    tool: "Postman import + newman",
    packages: ["openapi-to-postmanv2", "newman"],
    async run({ key, calls, address }, folder) {
      const program = `import converter from "openapi-to-postmanv2"; import { readFileSync, writeFileSync } from "node:fs";
converter.convertV2({ type: "string", data: readFileSync("openapi.json", "utf8") }, { parametersResolution: "Example", enableOptionalParameters: false, folderStrategy: "Tags" }, (error, made) => {
  if (error || !made.result) throw new Error(error ?? made.reason);
  writeFileSync("collection.json", JSON.stringify(made.output[0].data));
});`;
      await writeFile(join(folder, "convert.mjs"), program);
      await shell(folder, process.execPath, ["convert.mjs"]);
      const collection = JSON.parse(await readFile(join(folder, "collection.json"), "utf8"));
      // Settings of Postman's import: parameters from examples, without optional ones. Then does what a user does: keeps
      // the data operations and sets the key.
      const tags = new Set(calls.map(({ tag }) => tag));
      collection.item = collection.item.filter(({ name }: { name: string }) => tags.has(name));
      collection.event = [
        {
          listen: "test",
          script: {
            exec: [
              "pm.test('200 with records', () => { pm.response.to.have.status(200); pm.expect(pm.response.json().length).to.be.above(0); });",
            ],
          },
        },
      ];
      await writeFile(join(folder, "data.json"), JSON.stringify(collection));
      const report = ["--reporters", "json", "--reporter-json-export", "report.json", "--suppress-exit-code"];
      const values = ["--env-var", `apiKey=${key}`, "--env-var", `baseUrl=${address}`];
      await shell(folder, "newman", ["run", "data.json", ...values, ...report]);
      const { run } = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
      const failed = run.failures.map((f: any) => `${f.source?.name}: ${f.error?.message}`);
      if (failed.length > 0)
        throw new Error(`${failed.length} of ${run.stats.requests.total}: ${failed.join("; ").slice(0, 1500)}`);
      return `${run.stats.assertions.total} of ${calls.length} requests give records as imported`;
    },
  },
];
