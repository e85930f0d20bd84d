"""
Proves that a table equals what the site last said: random histories of a schedule, each of 30 runs with failures, cut lists,
values in doubt, recalls, corrections, recalls that were withdrawn and loads that die, and after each load a comparison.

    python tests/prove_tables.py [--histories 200]          with the stand-in for dlt: shows our own rules
    python tests/prove_tables.py [--histories 200] --dlt    with dlt itself, into DuckDB
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

here = Path(__file__).parent
with_dlt = "--dlt" in sys.argv
stand_in = [] if with_dlt else [str(here / "dlt_stand_in")]
sys.path[:0] = [*stand_in, str(here.parent / "src"), str(here.parent.parent / "python" / "src")]

import dlt  # noqa: E402
from winnow_dlt import winnow  # noqa: E402

PATH = "/api/shop/products"


class Site:
    """A list of products that changes, and what each reading of it said."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.products = {str(n): self.price() for n in range(chance.randrange(2, 9))}

    def price(self):
        """Whole at first, and now and then with cents: the type of a column must not follow from the first."""
        whole = self.chance.randrange(1000)
        return whole + 0.5 if self.chance.random() < 0.2 else whole

    def change(self):
        for _ in range(self.chance.randrange(4)):
            known = list(self.products)
            match self.chance.choice(["add", "remove", "price"]):
                case "remove" if known:
                    del self.products[self.chance.choice(known)]
                case "price" if known:
                    self.products[self.chance.choice(known)] = self.price()
                case _:
                    self.products[str(self.chance.randrange(20))] = self.price()


class Service:
    """A Winnow service as its client sees it."""

    def __init__(self, chance: random.Random):
        self.chance, self.site = chance, Site(chance)
        self.history: list[dict] = []
        self.schedules = self.jobs = self.recalls = self

    def run(self):
        """A run of the schedule: what the site said, or some of it, or something wrong."""
        self.site.change()
        truth = [{"id": key, "price": price} for key, price in self.site.products.items()]
        self.chance.shuffle(truth)
        kind = self.chance.choices(["whole", "cut", "failed", "doubt", "wrong"], [6, 3, 2, 1, 2])[0]
        said = truth[: self.chance.randrange(len(truth) + 1)] if kind == "cut" else truth
        wrong = [{**record, "price": record["price"] * 100 + 7} for record in said] if kind in ("wrong", "doubt") else said
        number = len(self.history)
        self.history.append(
            {"id": f"r{number:03}", "at": f"2026-01-01T00:{number:02}:00Z", "kind": kind, "truth": said, "said": wrong, "recall": None}
        )

    def judge(self):
        """Wrong runs are recalled, then corrected; a right one is recalled by mistake, and the mistake undone."""
        for run in self.history:
            if run["kind"] not in ("wrong", "whole", "cut") or self.chance.random() > 0.15:
                continue
            follows = {None: "recalled", "recalled": "corrected" if run["kind"] == "wrong" else "withdrawn"}
            if run["kind"] == "wrong" or run["recall"] is not None or self.chance.random() < 0.2:
                run["recall"] = follows.get(run["recall"], run["recall"])

    # The client's methods.
    def open_api(self):
        fields = {"id": {"type": "string"}, "price": {"type": ["number", "null"]}}
        records = {"type": "array", "items": {"$ref": "#/components/schemas/Product"}}
        answer = {"200": {"content": {"application/json": {"schema": records}}}}
        post = {"x-primary-key": ["id"], "responses": answer}
        return {"paths": {PATH: {"post": post}}, "components": {"schemas": {"Product": {"type": "object", "properties": fields}}}}

    def get(self, of):
        if of == "s":
            # Names change, in any script.
            return {"name": self.chance.choice(["Prices", "Цены", "价格"]), "operation": PATH}
        run = self._run(of)
        return {"results_end": "count" if run["kind"] == "cut" else "exhausted", "warnings": []}

    def runs(self, _):
        for run in reversed(self.history):
            status = "failed" if run["kind"] == "failed" else "succeeded"
            held = ["price"] if run["kind"] == "doubt" else []
            yield {"id": run["id"], "at": run["at"], "ended_at": "2999", "status": status, "held_back": held}

    def handle(self, job_id):
        reading = Service.__new__(Service)
        reading.records = lambda: self._run(job_id)["said"]
        return reading

    def list(self):
        for run in self.history:
            if run["recall"] is not None:
                withdrawn = "now" if run["recall"] == "withdrawn" else None
                yield {"id": run["id"], "operation": PATH, "withdrawn_at": withdrawn}

    def records(self, recall):
        run = self._run(recall)
        yield {"request_id": recall, "corrected": run["truth"] if run["recall"] == "corrected" else None}

    def _run(self, of):
        return next(run for run in self.history if run["id"] == of)


class Died(Exception):
    pass


def prove(seed: int, connect) -> int:
    chance = random.Random(seed)
    service = Service(chance)

    def die_now_and_then():
        if chance.random() < 0.2:
            raise Died

    pipeline = connect(die_now_and_then)
    loads = 0
    for _ in range(30):
        service.run()
        service.judge()
        try:
            pipeline.run(winnow(service, schedules=["s"]))
        except Exception as error:
            if not has_died(error):
                raise
            continue
        loads += 1
        check({row["id"]: row for row in pipeline.rows("schedule_s")}, service.history, seed)
    return loads


def has_died(error: BaseException | None) -> bool:
    """dlt wraps what it stops for."""
    return error is not None and (isinstance(error, Died) or has_died(error.__cause__ or error.__context__))


def check(table: dict, history: list[dict], seed: int) -> None:
    """The table against the whole history, by the rules that the README states."""

    def fail(key: str, why: str) -> None:
        raise AssertionError(f"seed {seed}, {len(history)} runs, product {key}: {why}")

    def records(run: dict) -> dict:
        return {record["id"]: record for record in (run["truth"] if run["recall"] == "corrected" else run["said"])}

    def is_wrong(run: dict) -> bool:
        return run["recall"] == "recalled"

    usable = [run for run in history if run["kind"] not in ("failed", "doubt") and not is_wrong(run)]
    for key, row in table.items():
        with_key = [run for run in usable if key in records(run)]
        if not with_key or row["winnow_request_id"] != with_key[-1]["id"]:
            fail(key, "the row is not of the last reading that has the product")
        if row["price"] != records(with_key[-1])[key]["price"]:
            fail(key, "the price is not what that reading said")
        if any(run["kind"] != "cut" and key not in records(run) for run in usable if run["at"] > with_key[-1]["at"]):
            fail(key, "a later whole list does not have the product")
    whole = [run for run in usable if run["kind"] != "cut"]
    if whole:
        later = [run for run in history if run["at"] >= whole[-1]["at"]]
        if not any(is_wrong(run) for run in later):
            for run in later:
                for key in records(run) if run in usable else ():
                    if key not in table:
                        fail(key, "a reading has the product, and the table lacks it")


class WithDlt:
    """A pipeline of dlt itself into a DuckDB file of its own. It may die while it reads."""

    def __init__(self, die_now_and_then):
        self.folder = tempfile.TemporaryDirectory()
        self.die_now_and_then = die_now_and_then
        database = dlt.destinations.duckdb(f"{self.folder.name}/tables.duckdb")
        self.pipeline = dlt.pipeline("prices", destination=database, dataset_name="shops", pipelines_dir=self.folder.name)

    def run(self, tables):
        def dying(row):
            self.die_now_and_then()
            return row

        for table in tables.resources.values():
            table.add_map(dying)
        # What a load that died left is loaded, or dropped, before the next.
        self.pipeline.drop_pending_packages()
        self.pipeline.run(tables)

    def rows(self, table):
        names = ["id", "price", "winnow_request_id"]
        if table not in self.pipeline.default_schema.tables:
            return []
        with self.pipeline.sql_client() as client:
            return [dict(zip(names, row, strict=True)) for row in client.execute_sql(f"select {', '.join(names)} from {table}")]


def on_sqlite(die_now_and_then):
    return dlt.Pipeline(sqlite3.connect(":memory:", isolation_level=None), die_now_and_then)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--histories", type=int, default=200)
    options.add_argument("--dlt", action="store_true")
    asked = options.parse_args()
    loads = sum(prove(seed, WithDlt if asked.dlt else on_sqlite) for seed in range(asked.histories))
    print(f"{asked.histories} histories of 30 runs, {loads} loads: the table was right after each")
