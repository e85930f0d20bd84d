from __future__ import annotations

import logging
import os
import unittest
from datetime import datetime, timezone

import httpx
from support import Client, answer, cut, lost

import winnow_client as w


class ACallThatFailsInTransit(unittest.TestCase):
    def test_lost_or_cut_short_is_retried_with_the_same_key_and_charged_once(self) -> None:
        for fault in (lost, cut):
            client = Client(fault)
            things = client.things({"shelf": "top", "count": 5})
            self.assertEqual((len(things), things.facts.replayed), (5, True))
            keys = {request.headers["idempotency-key"] for request in client.way.seen}
            self.assertEqual((len(client.way.seen), len(keys)), (2, 1))
            self.assertEqual(client.points(), 97)

    def test_lost_and_not_kept_raises_an_error_of_its_own_which_says_that_the_call_was_charged(self) -> None:
        client = Client(lost)
        with self.assertRaises(w.AnswerNotKept) as raised:
            client.things({"shelf": "top", "count": 5}, retain="none")
        self.assertEqual((raised.exception.code, raised.exception.status), ("result_not_kept", 422))
        self.assertIn("succeeded and was charged, and its answer was not kept", str(raised.exception))
        self.assertEqual((len(client.way.seen), client.points()), (2, 97))

    def test_429_waits_for_retry_after_plus_jitter(self) -> None:
        client = Client(answer(429, retry_after="7"))
        client.things({"shelf": "top", "count": 1})
        self.assertEqual(len(client.waits), 1)
        self.assertTrue(7 <= client.waits[0] <= 7.25)

    def test_429_with_a_retry_after_that_is_too_long_raises_immediately(self) -> None:
        client = Client(answer(429, retry_after="3600"))
        with self.assertRaises(w.RateLimited) as raised:
            client.things({"shelf": "top", "count": 1})
        self.assertEqual((raised.exception.retry_after, client.waits), (3600, []))

    def test_5xx_is_retried_with_increasing_delays_and_raised_when_the_retries_run_out(self) -> None:
        client = Client(*(answer(status) for status in (502, 500, 503, 504)))
        told: list[w.Retry] = []
        with self.assertRaises(w.ServerFault) as raised:
            client.things({"shelf": "top", "count": 1}, on_retry=told.append)
        self.assertEqual((raised.exception.status, raised.exception.code), (504, None))
        self.assertEqual([0.25 * 2**i <= wait <= 0.5 * 2**i for i, wait in enumerate(client.waits)], [True] * 3)
        self.assertEqual([retry.attempt for retry in told], [1, 2, 3])

    def test_a_call_s_max_retries_overrides_the_client_s(self) -> None:
        client = Client(answer(500), max_retries=9)
        with self.assertRaises(w.ServerFault):
            client.things({"shelf": "top", "count": 1}, max_retries=0)
        self.assertEqual(len(client.way.seen), 1)

    def test_a_call_whose_first_attempt_is_still_in_flight_waits_for_its_response(self) -> None:
        client = Client(*(answer(409, retry_after="1") for _ in range(6)))
        self.assertEqual(len(client.things({"shelf": "top", "count": 2}, max_retries=1)), 2)
        self.assertEqual(len(client.waits), 6)

    def test_an_unreachable_service_is_connection_failed(self) -> None:
        with self.assertRaises(w.ConnectionFailed):
            Client(url="http://127.0.0.1:9").winnow.token.statistic()

    def test_a_web_page_with_200_is_reported_as_such_and_not_retried(self) -> None:
        for ask in (lambda c: c.things({"shelf": "top", "count": 1}), lambda c: list(c.things.stream({"shelf": "top", "count": 1}))):
            client = Client(answer(200, content_type="text/html; charset=utf-8"))
            with self.assertRaisesRegex(w.UnexpectedAnswer, "answered 200 with text/html.*check the address"):
                ask(client)
            self.assertEqual(client.waits, [])


class AnErrorFromTheService(unittest.TestCase):
    def test_401_403_412_and_422_have_classes_are_not_retried_and_cost_nothing(self) -> None:
        client = Client()
        cases = [
            (w.Unauthorized, "key_invalid", Client(key="wrong"), {"shelf": "top", "count": 1}, {}),
            (w.Forbidden, "over_max_cost", client, {"shelf": "top", "count": 1}, {"max_cost": 1}),
            (w.Forbidden, "not_enough_points", client, {"shelf": "top", "count": 9999}, {}),
            (w.Unavailable, "no_such_thing", client, {"shelf": "none", "count": 1}, {}),
            (w.ValidationFailed, "validation", client, {"shelf": "", "count": 0}, {}),
        ]
        for kind, code, of, request, options in cases:
            with self.assertRaises(kind) as raised:
                of.things(request, **options)
            self.assertEqual((type(raised.exception), raised.exception.code), (kind, code))
            self.assertTrue(raised.exception.advice)
            self.assertTrue(raised.exception.request_id)
        self.assertEqual((client.waits, client.points()), ([], 100))

    def test_names_the_arguments_not_the_headers(self) -> None:
        with self.assertRaises(w.Forbidden) as raised:
            Client().things({"shelf": "top", "count": 20}, max_cost=1)
        self.assertIn("max_cost allows 1", str(raised.exception))
        self.assertEqual(raised.exception.advice, "Raise max_cost or lower count.")

    def test_422_names_the_fields(self) -> None:
        with self.assertRaises(w.ValidationFailed) as raised:
            Client().things({"shelf": "", "count": 0})
        error = raised.exception
        self.assertEqual([item["loc"] for item in error.items], [["body", "shelf"], ["body", "count"]])
        self.assertIn("body.count: Input should be greater than or equal to 1", str(error))


class Facts(unittest.TestCase):
    def test_every_result_has_its_facts(self) -> None:
        facts = Client().things({"shelf": "told", "count": 11}).facts
        self.assertEqual((facts.credits_charged, facts.points_left, facts.results_end), (6, 94, "count"))
        self.assertEqual((facts.results_total, facts.resolved), (77, {"shelf": "Полка 1", "id": 5}))
        self.assertEqual((facts.warnings, facts.replayed), (["radius_without_location"], False))
        self.assertEqual([window.name for window in facts.windows], ["ten_second", "minutely", "hourly", "daily", "monthly"])
        minute = facts.windows[1]
        self.assertEqual((minute.limit - minute.left, minute.seconds), (1, 60))
        self.assertRegex(facts.request_id or "", "^[0-9a-f-]{36}$")

    def test_an_earlier_answer_of_the_allowed_age_is_free_and_names_its_request(self) -> None:
        client = Client()
        request = {"shelf": "fresh", "count": 11}
        first = client.things(request).facts
        again = client.things(request, max_age=600, stale_if_error=60).facts
        self.assertEqual((first.cache, again.credits_charged), (None, 0))
        self.assertEqual((again.cache, again.cached_request_id), ("hit", first.request_id))

    def test_a_tag_is_counted_in_usage_by_tag(self) -> None:
        client = Client()
        client.things({"shelf": "top", "count": 1}, tag=["team-a", "nightly"])
        client.things({"shelf": "top", "count": 1}, tag="nightly")
        rows = [(row["tag"], row["requests"], row["points"]) for row in client.winnow.token.tags()]
        self.assertEqual(rows, [("nightly", 2, 6), ("team-a", 1, 3)])

    def test_a_call_that_leaves_no_trace_is_in_the_history_with_its_cost_alone(self) -> None:
        client = Client()
        client.things({"shelf": "unseen", "count": 1}, retain="none")
        client.things({"shelf": "seen", "count": 1})
        rows = list(client.winnow.token.requests())
        self.assertEqual([(row["cost"], row["response_count"]) for row in rows], [(3, 1), (3, 0)])

    def test_a_test_key_gets_the_fault_that_it_asks_for(self) -> None:
        client = Client(key=os.environ["TOYS_TEST_KEY"])
        with self.assertRaises(w.ApiError) as raised:
            client.things({"shelf": "top", "count": 1}, fault="wall")
        self.assertEqual((raised.exception.status, raised.exception.code), (412, "blocked"))
        self.assertEqual(len(client.things({"shelf": "top", "count": 1})), 1)

    def test_a_preview_is_free_and_returns_the_most_a_call_can_cost(self) -> None:
        client = Client()
        preview = client.things.preview({"shelf": "top", "count": 11})
        self.assertEqual((preview["max_cost"], preview["points"], len(preview["windows"])), (6, 100, 5))
        self.assertEqual(client.winnow.token.count_requests(), 0)

    def test_the_history_is_read_page_by_page(self) -> None:
        client = Client()
        for _ in range(3):
            client.things({"shelf": "top", "count": 1})
        first = client.winnow.token.requests()
        self.assertEqual(next(iter(first))["cost"], 3)
        self.assertEqual(len({row["id"] for row in client.winnow.token.requests()}), 3)
        self.assertEqual(client.winnow.token.count_requests(end=datetime.fromtimestamp(0, timezone.utc)), 0)


class RecordsAsTheyArrive(unittest.TestCase):
    def test_all_of_them_arrive_and_the_cost_is_known_at_the_end(self) -> None:
        client = Client()
        stream = client.things.stream({"shelf": "top", "count": 15})
        self.assertIsNone(stream.facts)
        self.assertEqual([thing["id"] for thing in stream], [str(i) for i in range(15)])
        assert stream.facts is not None
        self.assertEqual((stream.facts.credits_charged, stream.facts.points_left), (6, 94))
        self.assertEqual((stream.facts.results_end, len(stream.facts.windows)), ("count", 5))

    def test_an_error_before_the_first_record_has_its_class_and_5xx_is_retried(self) -> None:
        client = Client(answer(500))
        self.assertEqual(len(list(client.things.stream({"shelf": "top", "count": 3}))), 3)
        with self.assertRaises(w.Unavailable):
            next(iter(client.things.stream({"shelf": "none", "count": 5})))
        self.assertEqual(len(client.waits), 1)

    def test_an_error_after_some_records_is_raised_where_the_stream_stopped_and_nothing_is_charged(self) -> None:
        client = Client()
        ids: list[str] = []
        with self.assertRaisesRegex(w.Unavailable, "no such shelf"):
            for thing in client.things.stream({"shelf": "half", "count": 20}):
                ids.append(thing["id"])
        self.assertEqual((len(ids), client.points()), (10, 100))

    def test_a_stream_cut_short_is_not_a_shorter_list_even_between_records(self) -> None:
        def between_records(response: httpx.Response) -> httpx.Response:
            lines = response.content.split(b"\n")[:7]
            return httpx.Response(200, headers={"content-type": "application/x-ndjson"}, content=b"\n".join(lines) + b"\n")

        for fault in (cut, between_records):
            with self.assertRaisesRegex(w.ConnectionFailed, "cut short"):
                list(Client(fault).things.stream({"shelf": "top", "count": 15}))

    def test_leaving_the_loop_stops_the_work(self) -> None:
        client = Client()
        with client.things.stream({"shelf": "slow", "count": 20}) as stream:
            for _ in stream:
                break
        for _ in range(2000):
            rows = list(client.winnow.token.requests())
            if rows:
                break
        self.assertEqual([(row["response_status_code"], row["cost"]) for row in rows], [(200, 3)])


class Headers(unittest.TestCase):
    def test_sends_its_own_user_agent_and_the_headers_of_client_and_call(self) -> None:
        client = Client(headers={"x-team": "a", "x-trace": "1"})
        client.things({"shelf": "top", "count": 1}, headers={"x-trace": "2"}, request_id="5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10")
        sent = client.way.seen[0].headers
        self.assertRegex(sent["user-agent"], r"^winnow-python/\d")
        self.assertEqual((sent["x-team"], sent["x-trace"]), ("a", "2"))
        self.assertEqual(sent["x-request-id"], "5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10")

    def test_the_log_has_attempts_and_never_the_key(self) -> None:
        client = Client(answer(500))
        with self.assertLogs("winnow_client", logging.DEBUG) as logs:
            client.things({"shelf": "top", "count": 1})
        text = "\n".join(logs.output)
        self.assertRegex(text, r"(?s)500 in .*again in .*200 in ")
        self.assertNotIn(client.way.seen[0].headers["access-token"], text)

    def test_an_unknown_option_is_rejected(self) -> None:
        with self.assertRaisesRegex(TypeError, "unknown option: maxcost"):
            Client().things({"shelf": "top", "count": 1}, maxcost=3)  # type: ignore[call-arg]
