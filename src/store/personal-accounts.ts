import type { Dialect } from "./create-schema.ts";

/**
 * Every person has a personal account with the same id. The store itself sees to it, so that it also holds for people whom
 * a process of 1.0.0-rc.1 adds, changes or deletes: there, a person was the account. A change of either row reaches the
 * other only if they differ, so it ends there.
 */
export const personalAccountTriggers = (dialect: Dialect): string[] =>
  triggers.flatMap(({ name, when, table, work }) =>
    dialect === "sqlite"
      ? [`create trigger ${name} after ${when} on ${table} begin ${work(CREATED_AT.sqlite)}; end`]
      : [
          `create or replace function winnow_${name}() returns trigger language plpgsql as
            $body$ begin ${work(CREATED_AT.postgres)}; return null; end $body$`,
          `create or replace trigger ${name} after ${when} on ${table} for each row execute function winnow_${name}()`,
        ],
  );

/** The time of a new person, in milliseconds. */
const CREATED_AT = {
  sqlite: "cast(round(unixepoch(new.created_at, 'subsec') * 1000) as integer)",
  postgres: "(extract(epoch from new.created_at) * 1000)::bigint",
};

const mirror = (table: string): string =>
  `update ${table} set plan = new.plan, webhook_secret_no = new.webhook_secret_no
    where id = new.id and (plan <> new.plan or webhook_secret_no <> new.webhook_secret_no)`;

const triggers = [
  {
    name: "person_added",
    when: "insert",
    table: "people",
    work: (createdAt: string) =>
      `insert into accounts (id, plan, webhook_secret_no, created_at)
        values (new.id, new.plan, new.webhook_secret_no, ${createdAt}) on conflict do nothing`,
  },
  {
    name: "person_changed",
    when: "update of plan, webhook_secret_no",
    table: "people",
    work: () => mirror("accounts"),
  },
  {
    name: "account_changed",
    when: "update of plan, webhook_secret_no",
    table: "accounts",
    work: () => mirror("people"),
  },
  { name: "person_deleted", when: "delete", table: "people", work: () => "delete from accounts where id = old.id" },
];
