"""Facts about a response besides its records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar
from urllib.parse import unquote

Rec = TypeVar("Rec")

ResultsEnd = Literal["count", "exhausted", "source-limit"]


@dataclass(frozen=True)
class Window:
    """A rate window of the key."""

    name: str
    limit: int
    left: int
    seconds: int
    """Length of the window."""
    resets_in: int
    """Seconds until the window resets."""


@dataclass(frozen=True)
class Facts:
    """Facts from a response's headers, or from the last line of a stream."""

    request_id: str | None = None
    credits_charged: int | None = None
    """0 if the response repeats an earlier call with the same idempotency key."""
    points_left: int | None = None
    windows: list[Window] = field(default_factory=list["Window"])
    results_end: ResultsEnd | None = None
    """Why there are no more records."""
    results_total: int | None = None
    """The total that the site reports."""
    resolved: dict[str, Any] | None = None
    """How the service interpreted a text."""
    warnings: list[str] = field(default_factory=list[str])
    seconds: float | None = None
    """Seconds the service took."""
    replayed: bool = False
    """Whether the response repeats an earlier call with the same idempotency key."""
    age: int | None = None
    """Age in seconds of a cached response, which is free."""
    cache: Literal["hit", "stale"] | None = None
    """Of your account's own earlier answer: `hit` if it is as recent as `max_age` says, `stale` if the site failed."""
    cached_request_id: str | None = None
    """The request that it was the answer to."""


class Records(list[Rec]):
    """A list of records, with the response's `facts`."""

    facts: Facts

    def __init__(self, records: Iterable[Rec] = (), facts: Facts | None = None) -> None:
        super().__init__(records)
        self.facts = facts or Facts()


def facts_of(headers: Mapping[str, str]) -> Facts:
    resolved = headers.get("x-resolved")
    warnings = headers.get("x-warnings")
    return Facts(
        request_id=headers.get("x-request-id"),
        credits_charged=_whole(headers.get("x-credits-charged")),
        points_left=_whole(headers.get("x-token-points")),
        windows=windows_of(headers),
        results_end=headers.get("x-results-end"),  # type: ignore[arg-type]
        results_total=_whole(headers.get("x-results-total")),
        resolved=None if resolved is None else json.loads(unquote(resolved)),
        warnings=[] if warnings is None else [unquote(code) for code in warnings.split(", ")],
        seconds=None if (seconds := headers.get("x-execution-time")) is None else float(seconds),
        replayed=headers.get("idempotent-replayed") == "true",
        age=_whole(headers.get("age")),
        cache=headers.get("x-cache"),  # type: ignore[arg-type]
        cached_request_id=headers.get("x-cache-request-id"),
    )


def with_summary(head: Facts, summary: Mapping[str, Any]) -> Facts:
    """Adds the facts of a stream's last line: its headers know neither its cost nor its end."""
    known = ("credits_charged", "points_left", "results_end", "results_total", "resolved", "warnings", "age")
    return replace(head, **{name: summary[name] for name in known if name in summary})


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() else None


_ITEM = re.compile(r'"(\w+)";(\w)=(\d+);(\w)=(\d+)')


def windows_of(headers: Mapping[str, str]) -> list[Window]:
    state = _ITEM.findall(headers.get("ratelimit", ""))
    now = {name: (int(left), int(until)) for name, _, left, _, until in state}
    return [
        Window(name, int(limit), *_left_and_until(now.get(name), int(limit), int(seconds)))
        for name, _, limit, _, seconds in _ITEM.findall(headers.get("ratelimit-policy", ""))
    ]


def _left_and_until(now: tuple[int, int] | None, limit: int, seconds: int) -> tuple[int, int, int]:
    left, until = now or (limit, seconds)
    return left, seconds, until
