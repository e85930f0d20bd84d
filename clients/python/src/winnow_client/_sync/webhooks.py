# Written by `npm run docs`.
from __future__ import annotations

from collections.abc import Iterator, Sequence

from .._webhooks import verify_webhook
from ..models.jobs import Webhook, WebhookDelivery, WebhookDeliveryStatus, WebhookWithSecret
from .transport import Transport


class Webhooks:
    """The account's webhooks, and the log of what they were told."""

    verify = staticmethod(verify_webhook)
    """What a delivery says, once its signature and time are verified."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def all(self) -> Sequence[Webhook]:
        return self._transport.get("/webhooks", 30)

    def create(self, url: str, events: Sequence[str] | None = None) -> WebhookWithSecret:
        """With its secret, which is told this once; all events unless some are named."""
        body = {"url": url, **({"events": list(events)} if events is not None else {})}
        return self._transport.post("/webhooks", body, once=True)

    def remove(self, webhook_id: str) -> Webhook:
        return self._transport.delete(f"/webhooks/{webhook_id}")

    def enable(self, webhook_id: str) -> Webhook:
        return self._transport.post(f"/webhooks/{webhook_id}/enable")

    def test(self, webhook_id: str) -> WebhookDelivery:
        """Sends a test event."""
        return self._transport.post(f"/webhooks/{webhook_id}/test", once=True)

    def rotate(self, webhook_id: str, *, overlap_seconds: int | None = None) -> WebhookWithSecret:
        """A new secret; the one before signs beside it for the overlap, a day unless given."""
        body = {} if overlap_seconds is None else {"overlap_seconds": overlap_seconds}
        return self._transport.post(f"/webhooks/{webhook_id}/rotate", body, once=True)

    def deliveries(
        self, *, webhook_id: str | None = None, status: WebhookDeliveryStatus | None = None
    ) -> Iterator[WebhookDelivery]:
        """The log, newest first, page by page for as long as you read on."""
        filters = {"webhook_id": webhook_id, "status": status}
        named = {name: value for name, value in filters.items() if value is not None}
        return self._transport.pages("/webhooks/deliveries", named)

    def replay(self, delivery_id: str) -> WebhookDelivery:
        return self._transport.post(f"/webhooks/deliveries/{delivery_id}/replay")

    def secret(self) -> str:
        """What signs deliveries to addresses that jobs and batches name themselves."""
        return (self._transport.get("/webhooks/secret", 30))["secret"]
