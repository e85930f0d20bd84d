"""What the service says of an operation's records: their primary key, and the type of each column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .table import KEY, LINE, REQUEST

Columns = dict[str, dict[str, Any]]

TYPES = {"integer": "bigint", "number": "double", "boolean": "bool", "array": "json", "object": "json"}
FORMATS = {"date": "date", "date-time": "timestamp"}


@dataclass
class Outline:
    """
    dlt guesses a column's type from the first values that it sees, and puts values of another type into a column beside it.
    Whole prices would make the first price with cents disappear, so each column has its type before the first row.
    """

    primary_key: list[str]
    columns: Columns

    def by_line(self) -> Outline:
        return Outline([LINE, *self.primary_key], {LINE: {"data_type": "bigint"}, **self.columns})


def read_outlines(api: Mapping[str, Any]) -> dict[str, Outline]:
    """By the path of the operation."""
    posts = {path: item["post"] for path, item in api["paths"].items() if "x-primary-key" in item.get("post", {})}
    return {path: Outline(post["x-primary-key"] or [KEY], _columns(api, post)) for path, post in posts.items()}


def _columns(api: Mapping[str, Any], post: Mapping[str, Any]) -> Columns:
    records = post["responses"]["200"]["content"]["application/json"]["schema"]
    record = _schema(api, _schema(api, records)["items"])
    own = {REQUEST: "text", **({} if post["x-primary-key"] else {KEY: "text"})}
    described = {name: _type(_schema(api, field)) for name, field in record["properties"].items()}
    return {name: {"data_type": data_type} for name, data_type in {**own, **described}.items()}


def _schema(api: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema itself, of a reference or of one that may be null."""
    if "$ref" in schema:
        return _schema(api, api["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]])
    options = [option for option in schema.get("anyOf", []) if option != {"type": "null"}]
    return _schema(api, options[0]) if len(options) == 1 else schema


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "object")
    names = [name for name in ([kind] if isinstance(kind, str) else kind) if name != "null"]
    return FORMATS.get(schema.get("format", ""), TYPES.get(names[0], "text"))
