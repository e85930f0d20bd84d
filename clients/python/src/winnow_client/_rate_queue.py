"""Holds calls back while one of the key's rate windows is full, so that they are not rejected."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ._facts import windows_of

SPREAD_SECONDS = 0.5
"""Jitter, so that callers waiting for a window do not all retry at the same instant."""


@dataclass
class Known:
    limit: int
    left: int
    seconds: int
    resets_at: float


class RateQueue:
    """The key's windows, as last reported."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._windows: dict[str, Known] = {}

    def learn(self, headers: Mapping[str, str]) -> None:
        """Updates the windows from a response."""
        for window in windows_of(headers):
            resets_at = self._now() + window.resets_in
            self._windows[window.name] = Known(window.limit, window.left, window.seconds, resets_at)

    def full(self) -> Known | None:
        """The window that stays full longest; None if a call may be sent."""
        for window in self._windows.values():
            if window.resets_at <= self._now():
                self._renew(window)
        full = [window for window in self._windows.values() if window.left <= 0]
        return max(full, key=lambda window: window.resets_at) if full else None

    def delay_until(self, window: Known) -> float:
        return window.resets_at - self._now() + random.random() * SPREAD_SECONDS

    def woke(self, window: Known, resets_at: float) -> None:
        """The first caller to wake resets the window for all."""
        if window.resets_at == resets_at:
            self._renew(window)

    def enter(self) -> None:
        """Takes a slot in each window."""
        for window in self._windows.values():
            window.left -= 1

    def _renew(self, window: Known) -> None:
        window.left = window.limit
        window.resets_at = max(window.resets_at, self._now()) + window.seconds
