# Written by `npm run docs`.
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from .._exchange import NDJSON, Exchange, new_key
from ..models.jobs import Batch, BatchFailure
from .stream import RecordStream
from .transport import Transport

TIMEOUT_SECONDS = 120.0


class Batches:
    """One operation over many bodies."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def submit(
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
        return self._transport.post("/batches", body, headers={"idempotency-key": idempotency_key or new_key()})

    def price(self, operation: str, requests: Sequence[Any]) -> dict[str, int]:
        """What it would cost at most (`cost_at_most`); runs nothing."""
        return self._transport.post("/batches?dry_run=true", {"operation": operation, "requests": list(requests)})

    def get(self, batch_id: str) -> Batch:
        return self._transport.get(f"/batches/{batch_id}", TIMEOUT_SECONDS)

    def list(self) -> Iterator[Batch]:
        return self._transport.pages("/batches", {})

    def pause(self, batch_id: str) -> Batch:
        return self._transport.post(f"/batches/{batch_id}/pause")

    def resume(self, batch_id: str) -> Batch:
        return self._transport.post(f"/batches/{batch_id}/resume")

    def retry(self, batch_id: str) -> Batch:
        """Runs the items that failed once more."""
        return self._transport.post(f"/batches/{batch_id}/retry")

    def cancel(self, batch_id: str) -> Batch:
        return self._transport.delete(f"/batches/{batch_id}")

    def failures(self, batch_id: str) -> Sequence[BatchFailure]:
        return self._transport.get(f"/batches/{batch_id}/failures", TIMEOUT_SECONDS)

    def ended(self, batch_id: str, *, poll_seconds: float = 2.0) -> Batch:
        """Returns when it runs no more: it has ended, or was paused (see `pause_reason`)."""
        while True:
            batch = self.get(batch_id)
            if batch["status"] != "running":
                return batch
            self._transport.wait(poll_seconds)

    def records(self, batch_id: str) -> RecordStream[dict[str, Any]]:
        """All records so far, in the order of the lines; `@line` says which line each came from."""
        exchange = Exchange("GET", f"/batches/{batch_id}/records", TIMEOUT_SECONDS, {"accept": NDJSON})

        def opened() -> httpx.Response:
            return self._transport.open(exchange)

        return RecordStream(opened, summary=False)
