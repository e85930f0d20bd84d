"""Loads a schedule, a batch and an operation into a SQLite file, with the stand-in for dlt; prints the tables."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path

here = Path(__file__).parent
sys.path[:0] = [str(here / "dlt_stand_in"), str(here.parent / "src"), str(here.parent.parent / "python" / "src")]

import dlt  # noqa: E402
from winnow_dlt import winnow  # noqa: E402

file, options = sys.argv[1], json.loads(sys.argv[2])
connection = sqlite3.connect(file, isolation_level=None)
dlt.Pipeline(connection).run(winnow(**options))
names = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table' and name <> '_state'")]
print(json.dumps({name: [json.loads(row) for (row,) in connection.execute(f'select row from "{name}"')] for name in names}))
