"""Which failures are retried, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ._errors import ApiError, ConnectionFailed, RateLimited, StillInFlight, WinnowError

FIRST_DELAY = 0.5
LONGEST_DELAY = 20.0


@dataclass(frozen=True)
class Retry:
    """Called before each wait for a retry."""

    attempt: int
    """1 for the first retry."""
    delay: float
    """Seconds until the retry."""
    error: WinnowError
    """Why the last attempt failed."""


class Attempts:
    """Counts the attempts of one call.

    Waiting for an earlier attempt in flight, or for a full rate window, is not a failure.
    """

    def __init__(self, max_retries: int, max_retry_after: float, attempt_seconds: float) -> None:
        self._max_retries = max_retries
        self._max_retry_after = max_retry_after
        self._attempt_seconds = attempt_seconds
        self._tries = 0
        self._failures = 0
        self._waited = 0.0

    def after(self, error: WinnowError) -> Retry:
        """The next attempt. Raises the error if another attempt would not help, or the retries are used up."""
        self._tries += 1
        queued = isinstance(error, StillInFlight) or (isinstance(error, RateLimited) and error.retry_after is not None)
        if not queued:
            self._failures += 1
        delay = _delay_after(error, self._failures)
        over = self._waited > self._attempt_seconds if queued else self._failures > self._max_retries
        if delay is None or over or delay > self._max_retry_after + 0.25:
            raise error
        if queued:
            self._waited += delay
        return Retry(self._tries, delay, error)


def _delay_after(error: WinnowError, failures: int) -> float | None:
    """Seconds before the next attempt; None if it would fail the same way."""
    if isinstance(error, ApiError):
        if error.status not in (409, 429) and error.status < 500:
            return None
        if error.retry_after is not None:
            # Adds jitter, so that callers do not all return at once.
            return error.retry_after + random.random() * 0.25
    elif not isinstance(error, ConnectionFailed):
        return None
    longest = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** max(0, failures - 1))
    return longest * (0.5 + random.random() / 2)
