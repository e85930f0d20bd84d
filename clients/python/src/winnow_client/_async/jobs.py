from __future__ import annotations

from typing import Any

from .endpoints import AsyncJobsEndpoints
from .job_handle import AsyncJobHandle


class AsyncJobs(AsyncJobsEndpoints):
    """Calls that outlive their connection."""

    def handle(self, job_id: str) -> AsyncJobHandle[Any]:
        """A job submitted earlier, by id."""
        return AsyncJobHandle(self._transport, job_id)
