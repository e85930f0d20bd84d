import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type Static, Type } from "typebox";
import type { Clock } from "../base/clock.ts";
import { choice, integer, moment, orNull, pick, uuid, words } from "../contract/shapes.ts";
import { type FileFormat, fileFormats } from "../files/record-content.ts";
import type { Store } from "../store/open-store.ts";
import { type PageQuery, pager } from "../store/pager.ts";
import type { Row } from "../store/schema.ts";
import { insertBounded } from "./insert-bounded.ts";
import { keyedId } from "./keyed-id.ts";
import type { WorkOwner } from "./types.ts";

const linkKinds = ["job", "batch", "schedule", "request"] as const;
type LinkKind = (typeof linkKinds)[number];

export const ResultLink = Type.Object(
  {
    id: uuid({ description: "The link's id." }),
    kind: choice(linkKinds, { description: "What it opens." }),
    of_id: uuid({ description: "The id of the job, batch, schedule or request." }),
    format: choice(fileFormats, { description: "The format of its file." }),
    url: words({ description: "Opens without a key, until it expires or is deleted." }),
    created_at: moment({ description: "When it was created." }),
    expires_at: moment({ description: "When it stops working." }),
    reads: integer({ description: "How often it was opened." }),
    last_read_at: orNull(moment({ description: "When it was last opened." })),
  },
  { title: "ResultLink" },
);
export type ResultLink = Static<typeof ResultLink>;

export interface NewLink {
  kind: LinkKind;
  id: string;
  format: FileFormat;
  seconds: number;
  idempotencyKey: string | null;
}

/** The target of a link whose signature and expiry are verified. */
export interface OpenedLink {
  owner: WorkOwner;
  kind: LinkKind;
  id: string;
  format: FileFormat;
}

const newestLinks = pager("links", { created_at: "number", id: "text" });

type LinkRow = Row<"result_links">;

export type LinksApi = ReturnType<typeof createResultLinks>;

/** Links to results, without their origin: `url` is a path. No secret is stored: the signature is computed from the row and the service's own secret. */
export function createResultLinks({ db }: Store, clock: Clock, secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "winnow result links", 32));
  const fileOf = ({ id, of_id, format, expires_at }: LinkRow): string => {
    const signed = `${id} ${of_id} ${format} ${expires_at}`;
    return `${createHmac("sha256", key).update(signed).digest("base64url").slice(0, 32)}.${format}`;
  };
  const toView = (row: LinkRow): ResultLink => pick(ResultLink, { ...row, url: `/links/${row.id}/${fileOf(row)}` });
  const live = (accountId: string) =>
    db.selectFrom("result_links").where("account_id", "=", accountId).where("expires_at", ">", clock.now());

  return {
    async create({ account, key: maker }: WorkOwner, { kind, id: of_id, format, seconds, idempotencyKey }: NewLink) {
      const now = clock.now();
      // A key reused for something else must not reveal the first link.
      const onceKey = idempotencyKey === null ? null : `${kind} ${of_id} ${format} ${idempotencyKey}`;
      await db.deleteFrom("result_links").where("expires_at", "<=", now).execute();
      const row: LinkRow = {
        id: keyedId("link", account.id, onceKey),
        account_id: account.id,
        key_id: maker.id || null,
        set_by: maker.person_id,
        kind,
        of_id,
        format,
        created_at: now,
        expires_at: now + seconds * 1000,
        reads: 0,
        last_read_at: null,
      };
      await insertBounded(db, "links", row, maker.person_id);
      return toView(await live(account.id).where("id", "=", row.id).selectAll().executeTakeFirstOrThrow());
    },

    list: ({ account }: WorkOwner, page: PageQuery) => newestLinks.page(live(account.id).selectAll(), page, toView),

    async remove({ account }: WorkOwner, id: string) {
      const row = await db
        .deleteFrom("result_links")
        .where("id", "=", id)
        .where("account_id", "=", account.id)
        .returningAll()
        .executeTakeFirst();
      return row ? toView(row) : null;
    },

    /** Null if it has expired, was deleted or has an invalid signature. */
    async open(id: string, file: string): Promise<OpenedLink | null> {
      // A link ends with the key that made it.
      const row = await db
        .selectFrom("result_links")
        .where("id", "=", id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("api_keys")
                .whereRef("api_keys.id", "=", "result_links.key_id")
                .where("revoked_at", "is not", null)
                .select("api_keys.id"),
            ),
          ),
        )
        .selectAll()
        .executeTakeFirst();
      if (!row || row.expires_at <= clock.now() || !isEqual(fileOf(row), file)) return null;
      await db
        .updateTable("result_links")
        .set((column) => ({ reads: column("reads", "+", 1), last_read_at: clock.now() }))
        .where("id", "=", id)
        .execute();
      const owner = { account: { id: row.account_id }, key: { id: "", sources: null, person_id: "" } };
      return { owner, kind: row.kind, id: row.of_id, format: row.format };
    },
  };
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
