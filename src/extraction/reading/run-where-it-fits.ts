import type { Page } from "../../contract/page.ts";
import { linkedTo, until } from "../abort.ts";
import { ReadElsewhere } from "./messages.ts";

/** The largest page that the main thread reads. The slowest of this size that we could make takes 90 ms. */
export const MAX_BYTES_HERE = 512 * 1024;

type Pages = AsyncIterable<Page<Record<string, unknown>>>;

interface Places {
  /** Runs the operation in this thread, and calls `onLarge` at a page that is too large for it. */
  here(signal: AbortSignal, onLarge: () => void): Pages;
  /** Runs it in another thread, and leaves out what was yielded already. */
  inThread(yielded: number): Pages;
}

/** Runs an operation in this thread, which is cheaper, until a page is too large; then it begins again in another. */
export async function* runWhereItFits(
  { here, inThread }: Places,
  signal: AbortSignal,
): AsyncGenerator<Page<Record<string, unknown>>> {
  const link = linkedTo(signal);
  const iterator = here(link.signal, () => link.abort(new ReadElsewhere()))[Symbol.asyncIterator]();
  let yielded = 0;
  try {
    for (;;) {
      const { done, value } = await until(link.signal, iterator.next());
      if (done) return;
      yielded++;
      yield value;
    }
  } catch (error) {
    if (!(error instanceof ReadElsewhere)) throw error;
  } finally {
    link.release();
    // Not awaited: an operation that does not notice the end must not delay anybody.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
  yield* inThread(yielded);
}
