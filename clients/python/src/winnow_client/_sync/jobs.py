# Written by `npm run docs`.
from __future__ import annotations

from typing import Any

from .endpoints import JobsEndpoints
from .job_handle import JobHandle


class Jobs(JobsEndpoints):
    """Calls that outlive their connection."""

    def handle(self, job_id: str) -> JobHandle[Any]:
        """A job submitted earlier, by id."""
        return JobHandle(self._transport, job_id)
