from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx

from .._exchange import NDJSON, Exchange, new_key
from ..models.jobs import Batch, BatchFailure
from .stream import AsyncRecordStream
from .transport import AsyncTransport

TIMEOUT_SECONDS = 120.0


class AsyncBatches:
    """One operation over many bodies."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def submit(
        self,
        operation: str,
        requests: Sequence[Any],
        *,
        max_cost: int | None = None,
        webhook_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> Batch:
        """Checked and priced whole before anything runs; refused (403) where it could cost more than `max_cost`."""
        body = {
            **{"operation": operation, "requests": list(requests)},
            **({"max_cost": max_cost} if max_cost is not None else {}),
            **({"webhook": webhook_url} if webhook_url is not None else {}),
        }
        return await self._transport.post("/batches", body, headers={"idempotency-key": idempotency_key or new_key()})

    async def price(self, operation: str, requests: Sequence[Any]) -> dict[str, int]:
        """What it would cost at most (`cost_at_most`); runs nothing."""
        return await self._transport.post("/batches?dry_run=true", {"operation": operation, "requests": list(requests)})

    async def get(self, batch_id: str) -> Batch:
        return await self._transport.get(f"/batches/{batch_id}", TIMEOUT_SECONDS)

    def list(self) -> AsyncIterator[Batch]:
        return self._transport.pages("/batches", {})

    async def pause(self, batch_id: str) -> Batch:
        return await self._transport.post(f"/batches/{batch_id}/pause")

    async def resume(self, batch_id: str) -> Batch:
        return await self._transport.post(f"/batches/{batch_id}/resume")

    async def retry(self, batch_id: str) -> Batch:
        """Runs the items that failed once more."""
        return await self._transport.post(f"/batches/{batch_id}/retry")

    async def cancel(self, batch_id: str) -> Batch:
        return await self._transport.delete(f"/batches/{batch_id}")

    async def failures(self, batch_id: str) -> Sequence[BatchFailure]:
        return await self._transport.get(f"/batches/{batch_id}/failures", TIMEOUT_SECONDS)

    async def ended(self, batch_id: str, *, poll_seconds: float = 2.0) -> Batch:
        """Returns when it runs no more: it has ended, or was paused (see `pause_reason`)."""
        while True:
            batch = await self.get(batch_id)
            if batch["status"] != "running":
                return batch
            await self._transport.wait(poll_seconds)

    def records(self, batch_id: str) -> AsyncRecordStream[dict[str, Any]]:
        """All records so far, in the order of the lines; `@line` says which line each came from."""
        exchange = Exchange("GET", f"/batches/{batch_id}/records", TIMEOUT_SECONDS, {"accept": NDJSON})

        async def opened() -> httpx.Response:
            return await self._transport.open(exchange)

        return AsyncRecordStream(opened, summary=False)
