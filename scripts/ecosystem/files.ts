import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { ensureProgram, libreOffice } from "../../test/support/programs.ts";
import { freePort } from "../../test/support/store/postgres-cluster.ts";
import { until } from "../support/until.ts";
import { type Check, shell, type World } from "./world.ts";

const OPERATION = "nlretail/products/search";
const requests = ["lamp", "chair"].map((keyword) => ({ keyword, count: 5 }));

/** Results for other tools: files behind signed links, and objects in storage. */
export const files: Check[] = [
  {
    tool: "pandas and DuckDB, files behind signed links",
    packages: [],
    async run(world, folder) {
      await shell(folder, "pip", ["install", "--quiet", "--target", "lib", "pandas", "pyarrow", "openpyxl", "duckdb"]);
      const { id, records } = await finishedBatch(world);
      const urls = await Promise.all(
        ["csv", "xlsx", "parquet"].map(
          async (format) => (await call(world, "POST", `/batches/${id}/link`, { format })).url,
        ),
      );
      await writeFile(join(folder, "read.py"), reading);
      const said = (await shell(folder, "python3", ["-W", "ignore", "read.py", ...urls], { PYTHONPATH: "lib" })).trim();
      const expected = ["csv", "xlsx", "parquet", "duckdb csv", "duckdb parquet"].map((name) => `${name} ${records}`);
      if (said !== expected.join(", ")) throw new Error(said);
      return `rows: ${said}`;
    },
  },
  {
    tool: "LibreOffice, files behind signed links",
    packages: [],
    async run(world, folder) {
      const office = await ensureProgram(libreOffice);
      const { id, records } = await finishedBatch(world);
      const said: string[] = [];
      for (const format of ["csv", "xlsx"]) {
        const { url } = await call(world, "POST", `/batches/${id}/link`, { format });
        await writeFile(join(folder, `records.${format}`), Buffer.from(await (await fetch(url)).arrayBuffer()));
        // As flat XML, with one element per row.
        await shell(folder, office, [
          "-env:UserInstallation=file:///tmp/winnow-office",
          "--headless",
          "--convert-to",
          "fods",
          "--outdir",
          format,
          `records.${format}`,
        ]);
        const sheet = await readFile(join(folder, format, "records.fods"), "utf8");
        const rows = [
          ...sheet.matchAll(/<table:table-row\b(?![^>]*rows-repeated)[^>]*>\s*<table:table-cell[^>]*value-type/g),
        ];
        if (rows.length - 1 !== records) throw new Error(`${format}: ${rows.length - 1} rows of ${records}`);
        said.push(`${format} ${records}`);
      }
      return `rows: ${said.join(", ")}`;
    },
  },
  {
    tool: "s3rver with the AWS SDK as its client",
    packages: ["s3rver", "@aws-sdk/client-s3"],
    async run(world, folder) {
      const port = await freePort();
      const program = `import { mkdirSync } from "node:fs";
        import S3rver from "s3rver";
        mkdirSync("objects", { recursive: true });
        await new S3rver({ port: ${port}, address: "127.0.0.1", silent: true, directory: "objects", configureBuckets: [{ name: "lake" }] }).run();`;
      await writeFile(join(folder, "serve.js"), program);
      const server = spawn(process.execPath, ["serve.js"], { cwd: folder, stdio: "ignore" });
      try {
        await until(() => isOpen(port));
        const keys = { access_key_id: "S3RVER", secret_access_key: "S3RVER" };
        const at = { name: "Lake", endpoint: `http://127.0.0.1:${port}`, bucket: "lake", format: "parquet", ...keys };
        const { id: destination } = await call(world, "POST", "/destinations", at);
        await finishedBatch(world, { destination });
        await until(async () => (await deliveriesTo(world, destination))[0]?.status === "delivered");
        await writeFile(join(folder, "list.js"), listing(port));
        const listed = (await shell(folder, "node", ["list.js"])).trim();
        if (!/^winnow\/nlretail-products-search\/\S+\.parquet [1-9]\d* PAR1$/.test(listed)) throw new Error(listed);
        return `lists the delivered object: ${listed.replace(/[\da-f]{8}-[\da-f-]{27}/, "<id>")}`;
      } finally {
        server.kill();
      }
    },
  },
];

const reading = `
import sys, urllib.request, duckdb, pandas
csv, xlsx, parquet = sys.argv[1:]
tables = {"csv": pandas.read_csv(csv), "xlsx": pandas.read_excel(xlsx), "parquet": pandas.read_parquet(parquet)}
said = [f"{name} {len(table)}" for name, table in tables.items()]
for name, url in (("csv", csv), ("parquet", parquet)):
    urllib.request.urlretrieve(url, f"records.{name}")
    said.append("duckdb %s %d" % (name, duckdb.sql("select count(*) from 'records.%s'" % name).fetchone()[0]))
print(", ".join(said))
`;

const listing = (port: number): string => `
  import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
  const s3 = new S3Client({ endpoint: "http://127.0.0.1:${port}", region: "us-east-1", forcePathStyle: true,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" } });
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: "lake" }));
  for (const { Key, Size } of Contents) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: "lake", Key }));
    console.log(Key, Size, Buffer.from(await Body.transformToByteArray()).subarray(0, 4).toString());
  }`;

async function call({ address, key }: World, method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { "access-token": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const deliveriesTo = (world: World, id: string): Promise<Array<{ status: string }>> =>
  call(world, "GET", `/webhooks/deliveries?webhook_id=${id}`);

async function finishedBatch(world: World, more = {}): Promise<{ id: string; records: number }> {
  let batch = await call(world, "POST", "/batches", { operation: OPERATION, requests, ...more });
  await until(async () => {
    batch = await call(world, "GET", `/batches/${batch.id}`);
    return batch.status === "finished";
  });
  return batch;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("connect", () => socket.destroy()).on("error", () => resolve(false));
  });
