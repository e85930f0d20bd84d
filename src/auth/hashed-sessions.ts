import { createHash } from "node:crypto";
import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter, Where } from "better-auth/adapters";

export type AdapterMaker = (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions>;

const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/**
 * Stores session tokens as hashes, so that nobody can sign in with what they read in the store or a backup. better-auth
 * still sees the token it passed.
 */
export const withHashedSessions =
  (maker: AdapterMaker): AdapterMaker =>
  (options) => {
    const inner = maker(options);
    const hashed = (where: Where[]) =>
      where.map((part) =>
        part.field === "token" && typeof part.value === "string" ? { ...part, value: hashToken(part.value) } : part,
      );
    const asked = (where: Where[]) => where.find(({ field }) => field === "token")?.value;
    const shown = <T>(row: T, token: unknown): T => (row && typeof token === "string" ? ({ ...row, token } as T) : row);
    const session = ({ model }: { model: string }) => model === "session";
    const outer = {
      ...inner,
      create: async (call) =>
        session(call) && typeof call.data.token === "string"
          ? shown(
              await inner.create({ ...call, data: { ...call.data, token: hashToken(call.data.token) } }),
              call.data.token,
            )
          : inner.create(call),
      findOne: async (call) =>
        session(call)
          ? shown(await inner.findOne({ ...call, where: hashed(call.where) }), asked(call.where))
          : inner.findOne(call),
      findMany: (call) => inner.findMany(session(call) && call.where ? { ...call, where: hashed(call.where) } : call),
      update: async (call) =>
        session(call)
          ? shown(await inner.update({ ...call, where: hashed(call.where) }), asked(call.where))
          : inner.update(call),
      delete: (call) => inner.delete(session(call) ? { ...call, where: hashed(call.where) } : call),
      deleteMany: (call) => inner.deleteMany(session(call) ? { ...call, where: hashed(call.where) } : call),
      // Does not open a transaction: better-auth hashes a password in the middle, and the store must not wait for it.
      transaction: (steps) => steps(outer),
    } as DBAdapter<BetterAuthOptions>;
    return outer;
  };
