import { describe, expect, test } from "vitest";
import { Batcher } from "./batcher.ts";

/** A store whose responses the test controls. */
function heldStore() {
  const batches: Array<{ commands: number[]; answer(): void; fail(error: Error): void }> = [];
  const send = (commands: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ commands, answer: () => resolve(commands.map((command) => `did ${command}`)), fail: reject });
    });
  return { batches, send };
}

const rolledBack = new Error("rolled back");
const settings = { lanes: 1, max: 3, accountOf: String, leftNothing: (error: unknown) => error === rolledBack };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a batcher", () => {
  test("sends the first immediately, and later arrivals together, in order", async () => {
    const { batches, send } = heldStore();
    const batcher = new Batcher(send, settings);
    const done = [1, 2, 3, 4, 5].map((command) => batcher.run(command));
    expect(batches.map(({ commands }) => commands)).toEqual([[1]]);
    batches[0]!.answer();
    await turn();
    batches[1]!.answer();
    await turn();
    batches[2]!.answer();
    expect(await Promise.all(done)).toEqual(["did 1", "did 2", "did 3", "did 4", "did 5"]);
    expect(batches.map(({ commands }) => commands)).toEqual([[1], [2, 3, 4], [5]]);
  });

  test("reruns a batch that left nothing behind one by one, so that only the bad command fails", async () => {
    const send = async (commands: number[]) => {
      if (commands.includes(3)) throw rolledBack;
      return commands.map((command) => `did ${command}`);
    };
    const batcher = new Batcher(send, settings);
    const results = await Promise.allSettled([1, 2, 3, 4].map((command) => batcher.run(command)));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  test("does not rerun what may have been done", async () => {
    const { batches, send } = heldStore();
    const batcher = new Batcher(send, settings);
    const done = [1, 2, 3].map((command) => batcher.run(command));
    batches[0]!.answer();
    await turn();
    batches[1]!.fail(new Error("connection lost"));
    const results = await Promise.allSettled(done);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(batches).toHaveLength(2);
    await batcher.drained();
  });

  test("reports queued commands and batches in flight, and is drained when there are none", async () => {
    const { batches, send } = heldStore();
    const batcher = new Batcher(send, { ...settings, lanes: 2 });
    await batcher.drained();
    const done = [1, 2, 3, 4, 5, 6].map((command) => batcher.run(command));
    expect(batcher.state).toEqual({ queued: 5, inFlight: 1 });
    await turn();
    expect(batcher.state).toEqual({ queued: 2, inFlight: 2 });
    let isDrained = false;
    const drained = batcher.drained().then(() => {
      isDrained = true;
    });
    for (const left of [
      { queued: 0, inFlight: 2 },
      { queued: 0, inFlight: 1 },
    ]) {
      batches.find(({ commands }) => commands.length > 0)!.answer();
      batches.shift();
      await turn();
      expect([batcher.state, isDrained]).toEqual([left, false]);
    }
    batches[0]!.answer();
    await drained;
    expect(batcher.state).toEqual({ queued: 0, inFlight: 0 });
    expect(await Promise.all(done)).toHaveLength(6);
  });

  test("takes a second lane for everything that one turn brings, not for the first command of it", async () => {
    const { batches, send } = heldStore();
    const batcher = new Batcher(send, { ...settings, lanes: 2 });
    const done = [1, 2, 3].map((command) => batcher.run(command));
    expect(batches.map(({ commands }) => commands)).toEqual([[1]]);
    await turn();
    done.push(batcher.run(4), batcher.run(5));
    await turn();
    expect(batches.map(({ commands }) => commands)).toEqual([[1], [2, 3]]);
    batches[1]!.answer();
    await turn();
    expect(batches.map(({ commands }) => commands)).toEqual([[1], [2, 3], [4, 5]]);
    for (const batch of batches) batch.answer();
    expect(await Promise.all(done)).toEqual(["did 1", "did 2", "did 3", "did 4", "did 5"]);
  });

  test("a busy account keeps one lane, and its neighbour's command is sent on the other immediately", async () => {
    const { batches, send } = heldStore();
    const accountOf = (command: number) => (command < 100 ? "busy" : "neighbour");
    const batcher = new Batcher(send, { ...settings, lanes: 2, accountOf });
    const done = [1, 2, 3, 4, 5, 100].map((command) => batcher.run(command));
    await turn();
    expect(batches.map(({ commands }) => commands)).toEqual([[1], [100]]);
    for (const at of [1, 0, 2, 3]) {
      batches[at]!.answer();
      await turn();
    }
    expect(batches.map(({ commands }) => commands)).toEqual([[1], [100], [2, 3, 4], [5]]);
    expect(await Promise.all(done)).toHaveLength(6);
    await batcher.drained();
  });

  test("a single command that fails has failed, and is not rerun", async () => {
    let sent = 0;
    const send = async () => {
      sent++;
      throw rolledBack;
    };
    await expect(new Batcher(send, settings).run(1)).rejects.toBe(rolledBack);
    expect(sent).toBe(1);
  });
});
