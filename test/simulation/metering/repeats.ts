import type { AdmitCommand, SettleCommand } from "../../../src/metering/commands.ts";

/** A request as the ledger knows it. */
export interface ModelRequest {
  command: AdmitCommand;
  /** Null while it is in flight. */
  ended: { at: number; status: number; isWhole: boolean } | null;
  hasAnswer: boolean;
  /** Its words are deleted with its account. */
  isForgotten: boolean;
}

interface Repeat {
  kind: "other_body" | "running" | "not_kept" | "replay" | "equal" | "new";
  /** The earlier request that answers. */
  requestId?: string;
  /** An open hold that is past its time: it ends first. */
  dead?: string;
}

/** The rules of Idempotency-Keys and equal requests, written a second time and plainly. */
export class Repeats {
  /** By request id, in the order of admission. */
  readonly requests = new Map<string, ModelRequest>();
  readonly #keys = new Map<string, { digest: string | null; requestId: string; ends: number }>();

  /** The outcome that earlier requests leave to an admission. */
  meets(command: AdmitCommand): Repeat {
    const earlier = this.#keys.get(this.#keyOf(command));
    let dead: string | undefined;
    if (earlier && earlier.ends > command.now) {
      if (earlier.digest !== command.digest) return { kind: "other_body" };
      const request = this.requests.get(earlier.requestId)!;
      if (request.hasAnswer) return { kind: "replay", requestId: earlier.requestId };
      if (request.ended?.status === 200) return { kind: "not_kept" };
      if (request.ended === null && request.command.expiresAt > command.deadAt) return { kind: "running" };
      if (request.ended === null) dead = earlier.requestId;
    }
    const { equalSince, question } = command;
    const equal = equalSince === null || question === null ? undefined : this.#equalTo(command, equalSince, dead);
    return {
      ...(equal ? { kind: "equal", requestId: equal.command.requestId } : { kind: "new" }),
      ...(dead && { dead }),
    };
  }

  #equalTo({ accountId, question, now, door }: AdmitCommand, since: number, dead: string | undefined) {
    return [...this.requests.values()].findLast(({ command, ended, isForgotten }) => {
      if (command.accountId !== accountId || isForgotten || command.question !== question) return false;
      if (ended) return ended.at >= since && ended.status === 200 && ended.isWhole;
      const isOpen = command.requestId !== dead && command.expiresAt > now;
      return isOpen && (command.door !== "jobs" || door === "jobs");
    });
  }

  admitted(command: AdmitCommand): void {
    this.requests.set(command.requestId, { command, ended: null, hasAnswer: false, isForgotten: false });
    if (command.idempotencyKey === null) return;
    const { digest, requestId, idempotencyEnds: ends } = command;
    this.#keys.set(this.#keyOf(command), { digest, requestId, ends });
  }

  settled(requestId: string, command: SettleCommand): void {
    const request = this.requests.get(requestId)!;
    const isWhole = command.resultsEnd !== null && command.warnings === null;
    request.ended = { at: command.now, status: command.status, isWhole };
    if (command.answer) request.hasAnswer = true;
    else if (!(command.keepsKey && command.status === 200)) this.#dropKey(request);
  }

  expired(requestId: string, at: number): void {
    const request = this.requests.get(requestId)!;
    request.ended = { at, status: 500, isWhole: false };
    this.#dropKey(request);
  }

  forgotten(accountIds: string[]): void {
    for (const request of this.requests.values()) {
      if (!accountIds.includes(request.command.accountId)) continue;
      this.#keys.delete(this.#keyOf(request.command));
      request.isForgotten = true;
      request.hasAnswer = false;
    }
  }

  #dropKey({ command, isForgotten }: ModelRequest): void {
    if (!isForgotten) this.#keys.delete(this.#keyOf(command));
  }

  #keyOf = ({ accountId, idempotencyKey }: AdmitCommand) => `${accountId} ${idempotencyKey}`;
}
