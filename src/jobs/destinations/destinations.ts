import type { Kysely } from "kysely";
import { type Static, Type } from "typebox";
import { invalidValue, WinnowError } from "../../contract/errors.ts";
import { choice, moment, pick, uuid, words } from "../../contract/shapes.ts";
import { fileFormats } from "../../files/record-content.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { insertBounded } from "../insert-bounded.ts";
import { keyedId } from "../keyed-id.ts";
import type { Uses } from "../parts.ts";
import type { WorkOwner } from "../types.ts";
import { sendTest } from "../webhooks/test-delivery.ts";
import { checkPath, testPath } from "./file-path.ts";

export const Destination = Type.Object(
  {
    id: uuid({ description: "The destination's id." }),
    name: words({ description: "Its name." }),
    endpoint: words({ description: "Address of the storage." }),
    region: words({ description: "The storage's region." }),
    bucket: words({ description: "The bucket." }),
    path: words({ description: "Where files go in the bucket, with placeholders." }),
    format: choice(fileFormats, { description: "The format of the files." }),
    access_key_id: words({ description: "The access key that is used; its secret is never shown." }),
    created_at: moment({ description: "When it was created." }),
  },
  { title: "Destination" },
);
export type Destination = Static<typeof Destination>;

type NewDestination = Omit<Destination, "id" | "created_at"> & {
  secretAccessKey: string;
  idempotencyKey: string | null;
};

export type DestinationRow = Row<"destinations">;

interface Deps extends Uses<"clock" | "secrets" | "addresses" | "outbox"> {
  db: Kysely<Schema>;
}

const ENDPOINT_WORDS =
  "The endpoint of a destination must be http or https with no path and no user name, such as https://s3.example.com.";

export type Destinations = ReturnType<typeof createDestinations>;

/** An account's own storage. Its secret key is sealed like webhook secrets. */
export function createDestinations({ db, clock, secrets, addresses, outbox }: Deps) {
  const of = (accountId: string) => db.selectFrom("destinations").where("account_id", "=", accountId);
  const find = (accountId: string, id: string): Promise<DestinationRow | undefined> =>
    of(accountId).where("id", "=", id).selectAll().executeTakeFirst();

  const api = {
    async create({ account, key }: WorkOwner, { secretAccessKey, idempotencyKey, ...submission }: NewDestination) {
      const endpoint = new URL(addresses.check(submission.endpoint, ENDPOINT_WORDS));
      if (endpoint.pathname !== "/" || endpoint.search !== "") throw new WinnowError("bad_request", ENDPOINT_WORDS);
      const row: DestinationRow = {
        id: keyedId("destination", account.id, idempotencyKey),
        account_id: account.id,
        ...submission,
        endpoint: endpoint.origin,
        path: checkPath(submission.path),
        secret: secrets.seal(secretAccessKey),
        created_at: clock.now(),
        set_by: key.person_id,
      };
      await insertBounded(db, "destinations", row, key.person_id);
      return toView(await of(account.id).where("id", "=", row.id).selectAll().executeTakeFirstOrThrow());
    },
    list: async ({ account }: WorkOwner) =>
      (await of(account.id).orderBy("created_at").selectAll().execute()).map(toView),
    async remove({ account }: WorkOwner, id: string) {
      const gone = db.deleteFrom("destinations").where("id", "=", id).where("account_id", "=", account.id);
      const row = await gone.returningAll().executeTakeFirst();
      return row ? toView(row) : null;
    },
    async test({ account }: WorkOwner, id: string, idempotencyKey: string | null = null) {
      const row = await find(account.id, id);
      if (!row) return null;
      const path = testPath(row.path);
      const test = {
        account_id: account.id,
        endpoint_id: id,
        url: `s3://${row.bucket}/${path}`,
        event: "file.test",
        payload: JSON.stringify({ kind: "test", path }),
        kind: "file",
      } as const;
      return sendTest({ db, clock, outbox }, test, idempotencyKey);
    },
  };

  return {
    api,
    find,
    /** Returns the id if the destination belongs to the account. */
    async check(accountId: string, id: string | null | undefined): Promise<string | null> {
      if (!id || (await find(accountId, id))) return id ?? null;
      throw invalidValue(["body", "destination"], "is not one of your destinations", id);
    },
  };
}

const toView = (row: DestinationRow): Destination => pick(Destination, row);
