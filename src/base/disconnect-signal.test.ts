import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { disconnectSignal } from "./disconnect-signal.ts";

test("a client that leaves before its response counts as disconnected; one that has it does not", () => {
  for (const writableFinished of [true, false]) {
    const raw = Object.assign(new EventEmitter(), { writableFinished });
    const signal = disconnectSignal(raw as unknown as ServerResponse);
    expect(signal.aborted).toBe(false);
    raw.emit("close");
    expect(signal.aborted).toBe(!writableFinished);
    if (!writableFinished) expect(signal.reason).toMatchObject({ message: "the client disconnected" });
  }
});
