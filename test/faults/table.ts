import { fileURLToPath } from "node:url";
import { openFaultProxy } from "../support/fault-proxy.ts";
import { startTestService } from "../support/service.ts";
import { Bench, type Cell, type Wanted } from "./bench.ts";
import { Preparation } from "./preparation.ts";
import { Purse } from "./purse.ts";
import { ChildReader } from "./readers/child-reader.ts";
import type { Readers } from "./way.ts";
import { ways } from "./ways.ts";

/** The site answers each page after this long, so that a stream can be interrupted while its pages arrive. */
const PAGE_MS = 12;

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * The table of faults: every way of reading records, with every fault on its way. Cells run in lanes, which share nothing
 * but the service and the proxy.
 */
export async function openFaultTable(pythonPath: string | null, lanes: number) {
  const open = new AsyncDisposableStack();
  const service = await startTestService({
    env: {
      TRUST_PROXY: "127.0.0.1",
      WINNOW_FAULTS: `nlretail=latency:${PAGE_MS}`,
      WINNOW_NLRETAIL_PER_SECOND: "500",
      WINNOW_NLRETAIL_CONCURRENCY: "20",
    },
  });
  open.defer(() => service.close());
  const proxy = open.use(await openFaultProxy(service.address));
  const purse = new Purse(service);
  const benches = Array.from({ length: lanes }, () => {
    const readers: Readers = {
      python: pythonPath === null ? null : open.use(python(pythonPath)),
      commandLine: open.use(new ChildReader(process.execPath, [here("readers/command-line-process.ts")])),
    };
    return new Bench({ proxy, purse, readers, preparation: new Preparation(service.address, purse) });
  });
  return {
    ways: ways.filter(({ name }) => pythonPath !== null || !name.startsWith("Python")),
    /** Runs the cells, in no order. */
    async run(wanted: Wanted[], onCell: (cell: Cell) => void): Promise<void> {
      const next = wanted.values();
      await Promise.all(
        benches.map(async (bench) => {
          for (const one of next) onCell(await bench.cell(one));
        }),
      );
    },
    close: () => open.disposeAsync(),
  };
}

const python = (path: string) =>
  new ChildReader(path, [here("readers/reader.py")], {
    PYTHONPATH: here("../../clients/python/src"),
    PYTHONDONTWRITEBYTECODE: "1",
  });
