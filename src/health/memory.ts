import type { Clock } from "../base/clock.ts";
import type { HealthStore } from "./health-store.ts";
import type { OperationMonitor } from "./operation-monitor.ts";
import { mergeState, stateOf } from "./values/baseline-state.ts";

/** Minimum interval between writes of a baseline, some ten kilobytes each. */
const SAVE_EVERY_MS = 60_000;

/** Keeps what was learned in the store, where it survives restarts and is shared by all processes. */
export function createMemory(store: HealthStore, monitors: ReadonlyMap<string, OperationMonitor>, clock: Clock) {
  const versions = new Map<string, number>();
  const savedAt = new Map<string, number>();

  function take(path: string, { values }: OperationMonitor, row: { version: number; state: string }): void {
    versions.set(path, row.version);
    mergeState(values.baseline, JSON.parse(row.state));
  }

  async function saveValues(path: string, monitor: OperationMonitor, isLast: boolean): Promise<void> {
    const { values } = monitor;
    const now = clock.now();
    const isDue = isLast || now - (savedAt.get(path) ?? Number.NEGATIVE_INFINITY) >= SAVE_EVERY_MS;
    if (!values.isChanged || !isDue) return;
    savedAt.set(path, now);
    values.isChanged = false;
    const save = () => store.saveBaseline(path, versions.get(path) ?? 0, JSON.stringify(stateOf(values.baseline)));
    while (!(await save())) {
      const row = await store.baselineOf(path);
      if (row) take(path, monitor, row);
    }
    versions.set(path, (versions.get(path) ?? 0) + 1);
  }

  return {
    async load(): Promise<void> {
      for (const { operation, at, names } of await store.structures()) {
        monitors.get(operation)?.loadStructures(at, names);
      }
      for (const row of await store.baselines()) {
        const monitor = monitors.get(row.operation);
        if (monitor) take(row.operation, monitor, row);
      }
    },

    /** The last call writes everything pending. */
    async save(isLast: boolean): Promise<void> {
      for (const [path, monitor] of monitors) {
        const structures = monitor.takeStructures();
        if (structures) await store.saveStructures(path, structures.at, structures.text);
        await saveValues(path, monitor, isLast);
      }
    },
  };
}
