# Written by `npm run docs`.
"""The synchronous client. Made from `_async`."""
from __future__ import annotations

from typing import Unpack

from .._exchange import Transfer
from ..models.endpoints import Batch
from .endpoints import BatchesEndpoints


class Batches(BatchesEndpoints):
    """One operation over many bodies."""

    def ended(self, batch_id: str, *, poll_seconds: float = 2.0, **options: Unpack[Transfer]) -> Batch:
        """Returns when the batch has ended or was paused (see `pause_reason`)."""
        while True:
            batch = self.get(batch_id, **options)
            if batch["status"] != "running":
                return batch
            self._transport.wait(poll_seconds)
