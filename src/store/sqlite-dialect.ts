import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from "kysely";
import { OrderedWorker } from "./ordered-worker.ts";
import { SqliteCompiler } from "./sqlite-compiler.ts";
import type { Statement, StatementResult } from "./sqlite-query-worker.ts";

/** Kysely over `node:sqlite` in a worker thread. */
export const sqliteDialect = (path: string, writeLock: SharedArrayBuffer): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () =>
    new WorkerDriver(() => new OrderedWorker(QUERY_WORKER, { path, writeLock, closed: "the store is closed" })),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteCompiler(),
});

/** `begin immediate` makes a migration transaction a lock between processes, which Kysely does not assume of SQLite. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const QUERY_WORKER = new URL("./sqlite-query-worker.ts", import.meta.url);

type QueryWorker = OrderedWorker<Statement, StatementResult>;

/**
 * Sends statements to one worker. While a transaction is open, other statements wait for its end: otherwise they would
 * become part of it, and a second `begin` would fail.
 */
class WorkerDriver implements Driver {
  #worker: QueryWorker | null = null;
  #transaction: { of: Handle; end: Promise<void>; ended(): void } | null = null;
  readonly #start: () => QueryWorker;

  constructor(start: () => QueryWorker) {
    this.#start = start;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Handle> {
    this.#worker ??= this.#start();
    return new Handle(this.#worker, (handle) => this.#waitUntilFreeOf(handle));
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
    await this.#worker?.close();
  }
}

/** One connection's view of the worker. */
class Handle implements DatabaseConnection {
  readonly #worker: QueryWorker;
  readonly #waitUntilFree: (handle: Handle) => Promise<void>;

  constructor(worker: QueryWorker, waitUntilFree: (handle: Handle) => Promise<void>) {
    this.#worker = worker;
    this.#waitUntilFree = waitUntilFree;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    await this.#waitUntilFree(this);
    const result = await this.#worker.ask({ sql, parameters });
    if ("error" in result) throw result.error;
    return {
      rows: result.rows as R[],
      insertId: BigInt(result.insertId),
      numAffectedRows: BigInt(result.changes),
    };
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("streaming is not supported on SQLite");
  }
}
