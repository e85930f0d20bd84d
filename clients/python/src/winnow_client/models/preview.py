from __future__ import annotations

from typing import Literal, TypedDict


class PreviewWindow(TypedDict):
    name: Literal["ten_second", "minutely", "hourly", "daily", "monthly"]
    limit: int
    usage: int
    resets_at: str


class CostPreview(TypedDict):
    max_cost: int
    """The most the request can cost, in points."""
    points: int
    """Points left on the account."""
    windows: list[PreviewWindow]
