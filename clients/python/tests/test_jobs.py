from __future__ import annotations

import unittest

from support import THINGS, Client, lost

import winnow_client as w


class Jobs(unittest.TestCase):
    def test_a_job_returns_its_records_and_raises_the_call_s_error(self) -> None:
        winnow = Client().winnow
        job = winnow.jobs.submit(THINGS, {"shelf": "top", "count": 3})
        records = job.records()
        self.assertEqual([record["id"] for record in records], ["0", "1", "2"])
        self.assertEqual((records.facts.credits_charged, records.facts.request_id), (3, job.id))
        self.assertEqual([record["id"] for record in winnow.jobs.handle(job.id)], ["0", "1", "2"])
        self.assertEqual(job.status()["status"], "succeeded")
        failing = winnow.jobs.submit(THINGS, {"shelf": "none", "count": 1})
        with self.assertRaises(w.Unavailable):
            failing.records()
        self.assertEqual([listed["id"] for listed in winnow.jobs.list(status="failed")], [failing.id])

    def test_the_same_idempotency_key_returns_the_same_job(self) -> None:
        winnow = Client().winnow
        jobs = [winnow.jobs.submit(THINGS, {"shelf": "top", "count": 3}, idempotency_key="once") for _ in range(2)]
        self.assertEqual(jobs[0].id, jobs[1].id)

    def test_the_idempotency_key_of_an_earlier_direct_call_returns_that_call_s_records(self) -> None:
        client = Client()
        direct = client.things({"shelf": "top", "count": 2}, idempotency_key="direct")
        job = client.winnow.jobs.submit(THINGS, {"shelf": "top", "count": 2}, idempotency_key="direct")
        self.assertEqual((list(job.records()), list(job)), (list(direct), list(direct)))

    def test_a_batch_is_priced_submitted_awaited_and_read_with_its_lines(self) -> None:
        batches = Client().winnow.batches
        requests = [{"shelf": "top", "count": 1}, {"shelf": "none", "count": 1}]
        price = batches.price(THINGS, requests)
        self.assertEqual((price["total"], price["cost_at_most"], price["enough"]), (2, 6, True))
        with self.assertRaises(w.Forbidden):
            batches.submit(THINGS, requests, max_cost=5)
        batch = batches.submit(THINGS, requests, max_cost=6)
        self.assertEqual(batches.ended(batch["id"])["charged"], 3)
        self.assertEqual([failure["line"] for failure in batches.failures(batch["id"])], [2])
        self.assertEqual([(record["@line"], record["id"]) for record in batches.records(batch["id"])], [(1, "0")])
        self.assertEqual([listed["id"] for listed in batches.list()], [batch["id"]])

    def test_a_schedule_is_priced_saved_and_run_and_reports_changes(self) -> None:
        schedules = Client().winnow.schedules
        call = {"shelf": "top", "count": 3}
        self.assertEqual(schedules.preview(THINGS, call, name="x", cron="0 7 * * *")["cost_per_run"], 3)
        saved = schedules.create(THINGS, call, name="Every morning", cron="0 7 * * *", time_zone="Europe/Amsterdam")
        self.assertTrue(saved["feed_secret"])
        self.assertNotEqual(schedules.rotate_feed(saved["id"])["feed_secret"], saved["feed_secret"])
        self.assertEqual(schedules.run(saved["id"])["id"], saved["id"])
        self.assertEqual(list(schedules.changes(saved["id"])), [])
        self.assertEqual(schedules.pause(saved["id"])["status"], "paused")
        self.assertEqual(schedules.resume(saved["id"])["status"], "active")
        self.assertEqual([listed["name"] for listed in schedules.list()], ["Every morning"])
        schedules.remove(saved["id"])
        with self.assertRaises(w.NotFound):
            schedules.get(saved["id"])

    def test_a_job_that_may_end_in_part_says_so(self) -> None:
        client = Client()
        client.winnow.jobs.submit(THINGS, {"shelf": "top", "count": 1}, partial="keep").records()
        self.assertEqual(client.way.seen[0].headers["prefer"], "respond-async, partial=keep")

    def test_none_clears_a_setting_and_what_is_left_out_keeps_it(self) -> None:
        schedules = Client().winnow.schedules
        call = {"shelf": "top", "count": 3}
        saved = schedules.create(THINGS, call, name="x", cron="0 7 * * *", monthly_budget=100)
        self.assertEqual(schedules.change(saved["id"], name="y")["monthly_budget"], 100)
        self.assertIsNone(schedules.change(saved["id"], monthly_budget=None)["monthly_budget"])

    def test_a_removal_returns_nothing_also_if_its_response_was_lost(self) -> None:
        client = Client()
        for faults in ([], [lost]):
            made = client.winnow.webhooks.create("https://receiver.example/hook", ["job.failed"])
            client.way.faults = list(faults)
            self.assertIsNone(client.winnow.webhooks.remove(made["id"]))
        self.assertEqual(list(client.winnow.webhooks.list()), [])

    def test_a_webhook_is_created_rotated_and_deleted(self) -> None:
        webhooks = Client().winnow.webhooks
        made = webhooks.create("https://receiver.example/hook", ["job.failed"])
        self.assertTrue(made["secret"].startswith("whsec_"))
        self.assertNotEqual(webhooks.rotate(made["id"], overlap_seconds=60)["secret"], made["secret"])
        self.assertEqual([(one["url"], one["events"]) for one in webhooks.list()], [(made["url"], ["job.failed"])])
        self.assertTrue(webhooks.secret().startswith("whsec_"))
        self.assertEqual(list(webhooks.deliveries(webhook_id=made["id"], status="pending")), [])
        webhooks.remove(made["id"])
        self.assertEqual(list(webhooks.list()), [])
