import { Worker } from "node:worker_threads";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Statement, StatementResult } from "./sqlite-query-worker.ts";
import { WORKER_LIMITS } from "./worker-memory.ts";

/** Kysely over `node:sqlite` in a worker thread. */
export const sqliteDialect = (path: string, writeLock: SharedArrayBuffer): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new WorkerDriver({ path, writeLock }),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** `begin immediate` makes a migration transaction a lock between processes, which Kysely does not assume of SQLite. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

interface WorkerData {
  path: string;
  writeLock: SharedArrayBuffer;
}

/**
 * Statements go to one worker. While somebody has a transaction open, those of others wait for its end: they would be
 * part of it otherwise, and a second `begin` would fail.
 */
class WorkerDriver implements Driver {
  #connection: WorkerConnection | null = null;
  #transaction: { of: Handle; end: Promise<void>; ended(): void } | null = null;
  readonly #data: WorkerData;

  constructor(data: WorkerData) {
    this.#data = data;
  }

  async init(): Promise<void> {
    this.#connection = new WorkerConnection(this.#data);
  }

  async acquireConnection(): Promise<Handle> {
    return new Handle(this.#connection!, (handle) => this.#waitUntilFreeOf(handle));
  }

  async #waitUntilFreeOf(handle: Handle): Promise<void> {
    while (this.#transaction && this.#transaction.of !== handle) await this.#transaction.end;
  }

  async beginTransaction(handle: Handle): Promise<void> {
    await this.#waitUntilFreeOf(handle);
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    this.#transaction = { of: handle, end, ended };
    // A transaction that starts as a reader cannot become a writer once another has committed.
    await handle.executeQuery(CompiledQuery.raw("begin immediate")).catch((error) => {
      this.#end();
      throw error;
    });
  }

  async commitTransaction(handle: Handle): Promise<void> {
    await handle.executeQuery(CompiledQuery.raw("commit"));
    this.#end();
  }

  async rollbackTransaction(handle: Handle): Promise<void> {
    await handle.executeQuery(CompiledQuery.raw("rollback")).finally(() => this.#end());
  }

  #end(): void {
    const transaction = this.#transaction;
    this.#transaction = null;
    transaction?.ended();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#connection?.close();
  }
}

/** The connection as one user of it sees it. */
class Handle implements DatabaseConnection {
  readonly #connection: WorkerConnection;
  readonly #waitUntilFree: (handle: Handle) => Promise<void>;

  constructor(connection: WorkerConnection, waitUntilFree: (handle: Handle) => Promise<void>) {
    this.#connection = connection;
    this.#waitUntilFree = waitUntilFree;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#waitUntilFree(this);
    return this.#connection.executeQuery(query);
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("streaming is not offered on SQLite");
  }
}

class WorkerConnection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (result: StatementResult) => void>();
  #next = 1;
  #broken: Error | null = null;

  constructor(workerData: WorkerData) {
    this.#worker = new Worker(new URL("./sqlite-query-worker.ts", import.meta.url), {
      workerData,
      resourceLimits: WORKER_LIMITS,
    });
    this.#worker.unref();
    this.#worker.on("message", (result: StatementResult) => {
      const done = this.#waiting.get(result.no);
      this.#waiting.delete(result.no);
      // A waiting statement keeps the process alive; an idle worker does not.
      if (this.#waiting.size === 0) this.#worker.unref();
      done?.(result);
    });
    this.#worker.on("error", (error) => this.#fail(error as Error));
    this.#worker.on("exit", () => this.#fail(new Error("the store is closed")));
  }

  #fail(error: Error): void {
    this.#broken ??= error;
    for (const [no, done] of this.#waiting) done({ no, error: this.#broken });
    this.#waiting.clear();
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#broken) throw this.#broken;
    const no = this.#next++;
    const result = await new Promise<StatementResult>((resolve) => {
      this.#waiting.set(no, resolve);
      this.#worker.ref();
      this.#worker.postMessage({ no, sql, parameters } satisfies Statement);
    });
    if ("error" in result) throw result.error;
    return {
      rows: result.rows as R[],
      insertId: BigInt(result.insertId),
      numAffectedRows: BigInt(result.changes),
    };
  }

  async close(): Promise<void> {
    if (this.#broken) return;
    const gone = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#worker.ref();
    this.#worker.postMessage("close");
    await gone;
  }
}
