"""
A stand-in for the parts of dlt that `winnow_dlt` uses, written from dlt's documentation: `source`, `resource`, `current`
and a pipeline that merges into a SQL database in one transaction with its state. It is stricter than dlt in one thing: two
rows with one primary key in a load are an error here, where dlt would keep either.
"""

from __future__ import annotations

import json
import sqlite3
from types import SimpleNamespace

_active: dict = {}


class Resource:
    def __init__(self, rows, name, primary_key, write_disposition, columns):
        assert write_disposition == "merge"
        self.rows, self.name, self.primary_key = rows, name, list(primary_key)
        self.types = {name: hints["data_type"] for name, hints in columns.items()}
        (self.deleted,) = [column for column, hints in columns.items() if hints.get("hard_delete")]


def resource(**hints):
    return lambda rows: Resource(rows, **hints)


def source(**_hints):
    return lambda make: lambda *args, **options: list(make(*args, **options))


def _resource_state():
    return _active["state"]


current = SimpleNamespace(resource_state=_resource_state)


class Pipeline:
    """Loads into a connection of SQLite. `before_commit` is called in the transaction, and may raise."""

    def __init__(self, connection, before_commit=lambda: None):
        self.connection, self.before_commit = connection, before_commit
        connection.execute("create table if not exists _state (resource text primary key, state text)")

    def run(self, resources):
        extracted = [(one, *self._extract(one)) for one in resources]
        self.connection.execute("begin transaction")
        try:
            for one, rows, state in extracted:
                self._merge(one, rows)
                self.connection.execute("delete from _state where resource = ?", [one.name])
                self.connection.execute("insert into _state values (?, ?)", [one.name, state])
            self.before_commit()
        except BaseException:
            self.connection.execute("rollback")
            raise
        self.connection.execute("commit")

    def rows(self, table):
        return [json.loads(row) for (row,) in self.connection.execute(f"select row from {table}").fetchall()]

    def _extract(self, one):
        found = self.connection.execute("select state from _state where resource = ?", [one.name]).fetchall()
        _active["state"] = json.loads(found[0][0]) if found else {}
        rows = list(one.rows())
        return rows, json.dumps(_active["state"])

    def _merge(self, one, rows):
        keys = [tuple(row[field] for field in one.primary_key) for row in rows]
        assert len(set(keys)) == len(keys), "two rows with one primary key in a load"
        table = f'"{one.name}"'
        self.connection.execute(f"create table if not exists {table} (primary_key text primary key, row text)")
        for key, row in zip(keys, rows, strict=True):
            assert set(row) <= set(one.types), "a column without a type, which dlt would guess"
            self.connection.execute(f"delete from {table} where primary_key = ?", [json.dumps(key)])
            if not row[one.deleted]:
                self.connection.execute(f"insert into {table} values (?, ?)", [json.dumps(key), json.dumps(row)])


def pipeline(name, destination, dataset_name):
    """A pipeline into a file of its own, in SQLite whatever the destination."""
    return Pipeline(sqlite3.connect(f"{name}.{dataset_name}.{destination}", isolation_level=None))
