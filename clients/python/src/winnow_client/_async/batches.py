"""The asynchronous client. `npm run docs` writes the synchronous one (`_sync`) from these files."""
from __future__ import annotations

from typing import Unpack

from .._exchange import Transfer
from ..models.endpoints import Batch
from .endpoints import AsyncBatchesEndpoints


class AsyncBatches(AsyncBatchesEndpoints):
    """One operation over many bodies."""

    async def ended(self, batch_id: str, *, poll_seconds: float = 2.0, **options: Unpack[Transfer]) -> Batch:
        """Returns when the batch has ended or was paused (see `pause_reason`)."""
        while True:
            batch = await self.get(batch_id, **options)
            if batch["status"] != "running":
                return batch
            await self._transport.wait(poll_seconds)
