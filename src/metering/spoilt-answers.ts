import { type RawBuilder, sql } from "kysely";

/**
 * Whether an answer of this time may be wrong: an incident about the operation's values is open, or ended since. Such an
 * answer is not given again, to nobody. One that a person has accepted was right.
 */
export const isSpoilt = (endpoint: string, at: RawBuilder<number> | number): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from incidents where operation = ${endpoint} and kind = 'drift'
    and field <> 'answer.latency' and (closed_at is null or closed_at >= ${at})
    and details not like '%"accepted":true%')`;
