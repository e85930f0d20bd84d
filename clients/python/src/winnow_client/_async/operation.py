from __future__ import annotations

from typing import Generic, TypeVar, Unpack, cast

from .._exchange import NDJSON, CallOptions, call_of
from .._facts import Records, facts_of
from ..models.preview import CostPreview
from .stream import AsyncOpened, AsyncRecordStream
from .transport import AsyncTransport

Req = TypeVar("Req")
Rec = TypeVar("Rec")


class AsyncOperation(Generic[Req, Rec]):
    """One operation of the service. Call it for its records, or use one of its other methods."""

    def __init__(self, transport: AsyncTransport, path: str) -> None:
        self._transport = transport
        self.path = path

    async def __call__(self, request: Req, **options: Unpack[CallOptions]) -> Records[Rec]:
        """All records, once they have arrived."""
        body, headers = await self._transport.json(call_of(self.path, request, options))
        return Records(body, facts_of(headers))

    def stream(self, request: Req, **options: Unpack[CallOptions]) -> AsyncRecordStream[Rec]:
        """
        Records as pages arrive. Failures before the first record are retried; later ones raise where the stream
        stopped, and the same `idempotency_key` then gives all records for the rest of the price. Leaving the loop early stops the work, and records sent by then are charged. A stream that the
        service fails is free.
        """
        exchange = call_of(self.path, request, options, {"accept": NDJSON, "x-stream-summary": "true"})

        async def opened() -> AsyncOpened:
            return await self._transport.open(exchange)

        return AsyncRecordStream(opened)

    async def preview(self, request: Req, **options: Unpack[CallOptions]) -> CostPreview:
        """The most the request can cost. Checks everything, runs nothing, and is free."""
        body, _ = await self._transport.json(call_of(f"{self.path}?dry_run=true", request, options))
        return cast(CostPreview, body)
