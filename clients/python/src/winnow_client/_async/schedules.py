from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from ..models.jobs import NewSchedule, Schedule, ScheduleChange, SchedulePreview
from .transport import AsyncTransport


class AsyncSchedules:
    """Calls that repeat by the clock, and what changed between them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def preview(
        self, operation: str, request: Any, *, cron: str, name: str = "preview", time_zone: str = "UTC"
    ) -> SchedulePreview:
        """What a run and 30 days can cost, and when it runs; saves nothing."""
        body = {"name": name, "operation": operation, "request": request, "cron": cron, "time_zone": time_zone}
        return await self._transport.post("/schedules?dry_run=true", body)

    async def create(
        self,
        operation: str,
        request: Any,
        *,
        name: str,
        cron: str,
        time_zone: str = "UTC",
        ignore_fields: Sequence[str] = (),
        monthly_budget: int | None = None,
        webhook_url: str | None = None,
    ) -> NewSchedule:
        """With the secret of its feed, which is told this once. `cron` is minute, hour, day, month, weekday."""
        body = {
            **{"name": name, "operation": operation, "request": request, "cron": cron, "time_zone": time_zone},
            **({"ignore_fields": list(ignore_fields)} if ignore_fields else {}),
            **({"monthly_budget": monthly_budget} if monthly_budget is not None else {}),
            **({"webhook": webhook_url} if webhook_url is not None else {}),
        }
        return await self._transport.post("/schedules", body, once=True)

    async def get(self, schedule_id: str) -> Schedule:
        return await self._transport.get(f"/schedules/{schedule_id}", 30)

    def list(self) -> AsyncIterator[Schedule]:
        return self._transport.pages("/schedules", {})

    async def pause(self, schedule_id: str) -> Schedule:
        return await self._transport.post(f"/schedules/{schedule_id}/pause")

    async def resume(self, schedule_id: str) -> Schedule:
        return await self._transport.post(f"/schedules/{schedule_id}/resume")

    async def run(self, schedule_id: str) -> Schedule:
        """Runs it now, besides its times."""
        return await self._transport.post(f"/schedules/{schedule_id}/run")

    async def remove(self, schedule_id: str) -> Schedule:
        return await self._transport.delete(f"/schedules/{schedule_id}")

    async def rotate_feed(self, schedule_id: str) -> dict[str, str]:
        """A new secret of its Atom feed (`feed_secret`); the old address ends."""
        return await self._transport.post(f"/schedules/{schedule_id}/feed", once=True)

    def changes(self, schedule_id: str) -> AsyncIterator[ScheduleChange]:
        """What changed, newest first, page by page for as long as you read on."""
        return self._transport.pages(f"/schedules/{schedule_id}/changes", {})
