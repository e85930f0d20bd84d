from __future__ import annotations

import asyncio
import unittest

from support import THINGS, AsyncClient, answer, cut, lost

import winnow_client as w


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_lost_or_cut_short_is_retried_with_the_same_key_and_charged_once(self) -> None:
        for fault in (lost, cut):
            client = AsyncClient(fault)
            things = await client.things({"shelf": "top", "count": 5})
            self.assertEqual((len(things), things.facts.replayed, things.facts.points_left), (5, True, 97))
            self.assertEqual(len({request.headers["idempotency-key"] for request in client.way.seen}), 1)

    async def test_a_stream_yields_all_records_and_its_cost(self) -> None:
        client = AsyncClient(answer(503))
        async with client.things.stream({"shelf": "top", "count": 15}) as stream:
            ids = [thing["id"] async for thing in stream]
        assert stream.facts is not None
        self.assertEqual((len(ids), stream.facts.credits_charged, len(client.waits)), (15, 6, 1))

    async def test_leaving_a_stream_stops_the_work(self) -> None:
        client = AsyncClient()
        async with client.things.stream({"shelf": "slow", "count": 20}) as stream:
            async for _ in stream:
                break
        rows: list[int] = []
        while not rows:
            rows = [row["cost"] async for row in client.winnow.token.requests()]
        self.assertEqual(rows, [3])

    async def test_a_cancelled_call_stops_immediately_and_costs_nothing(self) -> None:
        client = AsyncClient()
        call = asyncio.ensure_future(client.things({"shelf": "never", "count": 1}))
        while (await client.winnow.token.statistic())[0]["monthly_usage"] == 0:
            pass
        call.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await call
        statuses: list[int] = []
        while not statuses:
            statuses = [row["response_status_code"] async for row in client.winnow.token.requests()]
        self.assertEqual(statuses, [499])

    async def test_jobs_and_batches(self) -> None:
        winnow = AsyncClient().winnow
        job = await winnow.jobs.submit(THINGS, {"shelf": "top", "count": 2})
        self.assertEqual([record["id"] for record in await job.records()], ["0", "1"])
        self.assertEqual([record["id"] async for record in job], ["0", "1"])
        batch = await winnow.batches.submit(THINGS, [{"shelf": "top", "count": 1}])
        self.assertEqual((await winnow.batches.ended(batch["id"]))["status"], "finished")
        self.assertEqual([record["@line"] async for record in winnow.batches.records(batch["id"])], [1])

    async def test_an_error_has_its_class(self) -> None:
        with self.assertRaises(w.Unavailable):
            await AsyncClient().things({"shelf": "none", "count": 1})
