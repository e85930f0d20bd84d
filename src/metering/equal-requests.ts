import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Schema } from "../store/schema.ts";
import { type ResultStore, STORED_MS } from "./result-store.ts";
import { isSpoilt } from "./spoilt-answers.ts";
import type { EarlierAnswer, Equal } from "./types.ts";

interface Deps {
  db: Kysely<Schema>;
  clock: Clock;
  answers: Pick<ResultStore, "read">;
}

/**
 * Requests of one account that ask the same. Which of their answers may be given again is decided here alone: whole ones
 * that the site gave, without a warning, and of no time for which the operation's records were recalled or in doubt.
 */
export function createEqualRequests({ db, clock, answers }: Deps) {
  // Served by the index of questions, by their end. No condition on `started_at`: SQLite would take the index of the account's
  // times, and read all its calls of a week.
  const equal = ({ accountId, question }: Pick<Equal, "accountId" | "question">) =>
    db.selectFrom("requests").where("account_id", "=", accountId).where("question", "=", question);

  async function findEqual({ since, endpoint, ...asked }: Equal): Promise<EarlierAnswer | null> {
    const found = await equal(asked)
      .where("ended_at", ">=", Math.max(since, clock.now() - STORED_MS))
      .where("status", "=", 200)
      .where("results_end", "is not", null)
      .where("warnings", "is", null)
      .where("age", "is", null)
      .where("recalled", "is", null)
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom("recalls")
              .where("operation", "=", endpoint)
              .where("withdrawn_at", "is", null)
              .where("from_at", "<=", ref("requests.ended_at"))
              .where("to_at", ">=", ref("requests.started_at"))
              .select(sql.lit(1).as("one")),
          ),
        ),
      )
      .where(({ not }) => not(isSpoilt(endpoint, sql.ref("requests.started_at"))))
      .orderBy("ended_at", "desc")
      .orderBy("no", "desc")
      .limit(1)
      .select(["no", "ended_at", "results"])
      .executeTakeFirst();
    const answer = found && (await answers.read(found.no));
    return answer ? { ...answer, endedAt: Number(found.ended_at), results: found.results } : null;
  }

  return {
    findEqual,
    async runsEarlier(asked: Pick<Equal, "accountId" | "question">, no: number): Promise<boolean> {
      const row = await equal(asked)
        .where("no", "<", no)
        .where("ended_at", "is", null)
        .where("expires_at", ">", clock.now())
        .limit(1)
        .select("no")
        .executeTakeFirst();
      return row !== undefined;
    },
    async hasEnded(no: number): Promise<boolean> {
      const open = db.selectFrom("requests").where("no", "=", no).where("ended_at", "is", null);
      return (await open.where("expires_at", ">", clock.now()).select("no").executeTakeFirst()) === undefined;
    },
  };
}
