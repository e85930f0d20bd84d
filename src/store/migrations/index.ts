import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "../is-postgres.ts";
import { personalAccountTriggers } from "../personal-accounts.ts";

/**
 * What changes a store of 1.0.0-rc.1 into the one that `tables` describes, in the order of their names. A landed
 * migration is never edited, only followed by another. It adds, and removes nothing but indexes, because processes of the
 * version before still run. An empty store skips all of them. PostgreSQL's functions follow with the last one
 * (`migrate.ts`), because they may need the columns of any.
 */
export const migrations: Record<string, Migration> = {
  "101-jobs-handed-over": {
    async up(db) {
      for (const index of ["due", "held", "lanes", "leased"]) {
        await sql`drop index if exists ${sql.id(`jobs_${index}`)}`.execute(db);
      }
      await sql`create index jobs_handed_over on jobs (account_id, source, priority)
        where announced_at is not null and ended_at is null`.execute(db);
      await sql`create index jobs_waiting on jobs (account_id, source, priority desc, run_after)
        where status = 'queued' and announced_at is null and run_after < 9007199254740991`.execute(db);
    },
  },
  "102-deliveries-handed-over": {
    async up(db) {
      await sql`alter table webhook_deliveries add column announced_at bigint`.execute(db);
      await sql`drop index if exists webhook_deliveries_lanes`.execute(db);
      await sql`create index webhook_deliveries_handed_over on webhook_deliveries (account_id, coalesce(endpoint_id, ''))
        where announced_at is not null and ended_at is null`.execute(db);
      await sql`create index webhook_deliveries_waiting on webhook_deliveries
        (account_id, coalesce(endpoint_id, ''), next_at) where status = 'pending' and announced_at is null`.execute(db);
    },
  },
  "103-recalls": {
    async up(db) {
      const counter = sql.raw(
        isPostgres(db) ? "bigint generated always as identity primary key" : "integer primary key",
      );
      const bytes = sql.raw(isPostgres(db) ? "bytea" : "blob");
      await sql`alter table requests add column recalled bigint`.execute(db);
      await sql`create table recalls (no ${counter}, active_for bigint unique, incident_no bigint not null,
        source text not null, operation text not null, field text not null, reason text not null,
        from_at bigint not null, to_at bigint not null, created_at bigint not null, created_by text not null,
        withdrawn_at bigint, finished_at bigint)`.execute(db);
      await sql`create index recalls_by_incident on recalls (incident_no)`.execute(db);
      await sql`create index recalls_unfinished on recalls (created_at) where finished_at is null`.execute(db);
      await sql`create table recall_owners (recall_no bigint not null, account_id text not null, requests integer not null,
        points bigint not null, told_at bigint, at bigint not null,
        constraint recall_owners_key primary key (recall_no, account_id))`.execute(db);
      await sql`create index recall_owners_by_account on recall_owners (account_id, recall_no)`.execute(db);
      await sql`create table recall_items (recall_no bigint not null, request_no bigint not null,
        account_id text not null, request_id text not null, records integer not null, points bigint,
        corrected ${bytes}, corrected_at bigint, at bigint not null,
        constraint recall_items_key primary key (recall_no, request_no))`.execute(db);
      await sql`create index recall_items_by_account on recall_items (account_id, recall_no, request_no)`.execute(db);
      await sql`create index recall_items_by_request on recall_items (request_no)`.execute(db);
      await sql`create table returned_charges (request_no bigint not null primary key, account_id text not null,
        recall_no bigint not null, amount bigint not null, at bigint not null)`.execute(db);
      await sql`create index returned_charges_by_account on returned_charges (account_id)`.execute(db);
    },
  },
  "104-kept-pages": {
    async up(db) {
      const bytes = sql.raw(isPostgres(db) ? "bytea" : "blob");
      await sql`create table kept_pages (request_no bigint not null primary key, account_id text not null,
        request_id text not null, source text not null, pages ${bytes} not null, size bigint not null,
        expires_at bigint not null)`.execute(db);
      await sql`create index kept_pages_by_account on kept_pages (account_id)`.execute(db);
      await sql`create index kept_pages_by_expiry on kept_pages (expires_at)`.execute(db);
      await sql`create index kept_pages_by_source on kept_pages (source, expires_at)`.execute(db);
      await sql`alter table recall_owners add column corrected_told_at bigint`.execute(db);
    },
  },
  "105-recalled-points": {
    async up(db) {
      await sql`alter table watch_points add column recalled bigint`.execute(db);
    },
  },
  "106-equal-requests": {
    async up(db) {
      await sql`alter table requests add column question text`.execute(db);
      await sql`create index requests_by_question on requests (account_id, question) where question is not null`.execute(
        db,
      );
      await sql`alter table jobs add column max_age bigint`.execute(db);
      await sql`alter table jobs add column stale_if_error bigint`.execute(db);
    },
  },
  "107-calls-without-trace": {
    async up() {},
  },
  "108-keys-without-trace": {
    async up(db) {
      await sql`alter table api_keys add column retain text not null default 'usual'`.execute(db);
      await sql`alter table people add column retain text not null default 'usual'`.execute(db);
    },
  },
  "109-webhook-formats": {
    async up(db) {
      await sql`alter table webhook_endpoints add column format text not null default 'standard'`.execute(db);
      await sql`alter table webhook_endpoints add column address text`.execute(db);
    },
  },
  "110-accounts": {
    async up(db) {
      const onPostgres = isPostgres(db);
      const createdAt = sql.raw(
        onPostgres
          ? "(extract(epoch from created_at) * 1000)::bigint"
          : "cast(round(unixepoch(created_at, 'subsec') * 1000) as integer)",
      );
      await sql`create table accounts (id text primary key, name text, plan text default 'free' not null,
        webhook_secret_no integer default 0 not null, created_at bigint not null,
        retain text default 'usual' not null)`.execute(db);
      // Nobody writes to people until all have their accounts.
      if (onPostgres) await sql`lock table people in share row exclusive mode`.execute(db);
      await sql`insert into accounts (id, plan, webhook_secret_no, created_at, retain)
        select id, plan, webhook_secret_no, ${createdAt}, retain from people`.execute(db);
      // No released version knows it.
      await sql`alter table people drop column retain`.execute(db);
      for (const statement of personalAccountTriggers(onPostgres ? "postgres" : "sqlite"))
        await sql.raw(statement).execute(db);
    },
  },
  "111-test-keys": {
    async up(db) {
      await sql`alter table api_keys add column mode text not null default 'live'`.execute(db);
      await sql`alter table jobs add column fault text`.execute(db);
    },
  },
  "112-tags": {
    async up(db) {
      await sql`alter table requests add column tags text`.execute(db);
      await sql`alter table jobs add column tags text`.execute(db);
      await sql`alter table schedules add column tags text`.execute(db);
    },
  },
  "113-members": {
    async up(db) {
      await sql`create table members (account_id text not null, person_id text not null, role text not null,
        created_at bigint not null, constraint members_key primary key (account_id, person_id))`.execute(db);
      await sql`create index members_by_person on members (person_id)`.execute(db);
      await sql`create table invitations (id text primary key, account_id text not null, email text not null,
        role text not null, hash text unique, invited_by text not null, created_at bigint not null,
        expires_at bigint not null)`.execute(db);
      await sql`create index invitations_by_account on invitations (account_id)`.execute(db);
      await sql`alter table api_keys add column person_id text`.execute(db);
      await sql`alter table oauth_codes add column person_id text`.execute(db);
    },
  },
  "114-single-sign-on": {
    async up(db) {
      const flag = sql.raw(isPostgres(db) ? "boolean default false not null" : "integer default false not null");
      await sql`create table sign_on_providers (account_id text primary key, domain text not null,
        proved_domain text unique, issuer text not null, client_id text not null, client_secret text not null,
        role text not null, required ${flag}, created_at bigint not null)`.execute(db);
    },
  },
  "115-spending-caps-of-members": {
    async up(db) {
      await sql`alter table members add column spending_cap bigint`.execute(db);
    },
  },
  "116-sums-by-tag": {
    async up(db) {
      await sql`create table tag_days (account_id text not null, day bigint not null, endpoint text not null,
        key_id text not null, source text not null, status_class bigint not null, tags text not null,
        calls bigint not null, records bigint not null, points bigint not null,
        constraint tag_days_key primary key (account_id, day, endpoint, key_id, status_class, tags))`.execute(db);
      await sql`create index tag_days_by_day on tag_days (day)`.execute(db);
      await sql`alter table closed_days add column tagged integer default 0 not null`.execute(db);
      // The newest of many equal requests is found without reading the others.
      await sql`drop index requests_by_question`.execute(db);
      await sql`create index requests_by_question on requests (account_id, question, ended_at)
        where question is not null`.execute(db);
    },
  },
  "117-stand-ins": {
    async up(db) {
      await sql`alter table requests add column stand_in bigint`.execute(db);
    },
  },
  "118-makers": {
    async up(db) {
      for (const table of ["webhook_endpoints", "destinations", "result_links", "schedules", "batches"]) {
        await sql`alter table ${sql.table(table)} add column set_by text`.execute(db);
      }
      await sql`alter table sign_on_providers add column set_by text`.execute(db);
      await sql`alter table schedules add column feed_by text`.execute(db);
      await sql`alter table api_keys add column given_by text`.execute(db);
    },
  },
  "119-recalls-of-unchecked-calls": {
    async up(db) {
      await sql`alter table recall_owners add column unchecked integer default 0 not null`.execute(db);
      await sql`alter table recall_items add column is_checked integer default 1 not null`.execute(db);
    },
  },
  "120-vouched-sessions": {
    async up(db) {
      await sql`alter table sessions add column vouched_by text`.execute(db);
      await sql`create table sign_on_links (account_id text not null, issuer text not null, sub text not null,
        person_id text not null, created_at bigint not null,
        constraint sign_on_links_key primary key (account_id, issuer, sub))`.execute(db);
      await sql`create table former_members (account_id text not null, person_id text not null, role text not null,
        spending_cap bigint, spent bigint not null, joined_at bigint not null, left_at bigint not null, removed_by text,
        constraint former_members_key primary key (account_id, person_id))`.execute(db);
      await sql`create index former_members_by_person on former_members (person_id)`.execute(db);
    },
  },
  "121-logs-without-addresses": {
    async up(db) {
      await sql`update audit_log set after = null where what in ('member invited', 'invitation revoked')`.execute(db);
      // They may hold words of requests; good pages fill them again.
      await sql`delete from health_structures`.execute(db);
    },
  },
};
