import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Clock } from "../base/clock.ts";
import type { HealthStore } from "./health-store.ts";
import type { OperationMonitor } from "./operation-monitor.ts";
import type { ValuesState } from "./values/operation-values.ts";

/** Minimum interval between writes of what was seen, some hundred kilobytes each before they are packed. */
const SAVE_EVERY_MS = 60_000;

/** Keeps what was learned in the store, where it survives restarts and is shared by all processes. */
export function createMemory(store: HealthStore, monitors: ReadonlyMap<string, OperationMonitor>, clock: Clock) {
  const versions = new Map<string, number>();
  const savedAt = new Map<string, number>();

  function take(path: string, { values }: OperationMonitor, row: { version: number; state: string }): void {
    // Its own row may contain doubts that have ended since.
    if (versions.get(path) === row.version) return;
    versions.set(path, row.version);
    values.merge(unpackValues(row.state));
  }

  async function saveValues(monitor: OperationMonitor, isUrgent: boolean): Promise<void> {
    const { values } = monitor;
    const { path } = monitor.operation;
    const now = clock.now();
    const isDue = isUrgent || now - (savedAt.get(path) ?? Number.NEGATIVE_INFINITY) >= SAVE_EVERY_MS;
    if (!values.isChanged || !isDue) return;
    savedAt.set(path, now);
    values.isChanged = false;
    const save = () => store.saveBaseline(path, versions.get(path) ?? 0, packed(values.toState()));
    while (!(await save())) {
      const row = await store.baselineOf(path);
      if (row) take(path, monitor, row);
    }
    versions.set(path, (versions.get(path) ?? 0) + 1);
  }

  return {
    /** Takes what other processes have seen of an operation. */
    async reload(monitor: OperationMonitor): Promise<void> {
      const row = await store.baselineOf(monitor.operation.path);
      if (row) take(monitor.operation.path, monitor, row);
    },

    saveNow: (monitor: OperationMonitor): Promise<void> => saveValues(monitor, true),

    async load(): Promise<void> {
      for (const { operation, at, names } of await store.structures()) {
        monitors.get(operation)?.structures.load(at, names);
      }
      for (const row of await store.baselines()) {
        const monitor = monitors.get(row.operation);
        if (monitor) take(row.operation, monitor, row);
      }
    },

    /** The last call writes everything pending. */
    async save(isLast: boolean): Promise<void> {
      for (const [path, monitor] of monitors) {
        const structures = monitor.structures.takeChanged();
        if (structures) await store.saveStructures(path, structures.at, structures.text);
        await saveValues(monitor, isLast);
      }
    },
  };
}

const packed = (state: ValuesState): string => zstdCompressSync(JSON.stringify(state)).toString("base64");

export const unpackValues = (text: string): ValuesState =>
  JSON.parse(zstdDecompressSync(Buffer.from(text, "base64")).toString());
