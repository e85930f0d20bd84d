# Written by `npm run docs`.
from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, Unpack, cast, overload

from .._exchange import NOT_GIVEN, NotGiven, SubmitOptions, Transfer, part
from ..models.bizbureau import (
    BizbureauBusinessSearchResult, BizbureauBusinessesSearch, BizbureauLocation, BizbureauLocationsSearch,
)
from ..models.hkproperty import (
    HkpropertyEstate, HkpropertyEstatesSearch, HkpropertyEstatesUnits, HkpropertyUnit, HkpropertyValuation,
    HkpropertyValuations,
)
from ..models.jobsboard import (
    JobsboardCompanies, JobsboardCompaniesSearch, JobsboardCompany, JobsboardCompanyRef,
)
from ..models.nlretail import (
    NlretailProductsSearch, NlretailSearchProduct,
)
from ..models.ruretail import (
    RuretailCities, RuretailCity, RuretailFilter, RuretailProduct, RuretailProductsFilters, RuretailProductsSearch,
)
from ..models.stays import (
    StaysDestination, StaysDestinationsSearch, StaysFilter, StaysFilters, StaysHotelCard, StaysHotelsSearch,
)
from ..models.endpoints import (
    Batch, BatchFailure, BatchPreview, BatchesOn_invalid, BatchesPartial, Destination, Job, JobStatus, JobStep,
    MissingLine, Movers, NewSchedule, PastRun, QualityReport, Recall, RecalledRequest, RecordHistory, RecordProvenance,
    RequestRow, ResultLink, ResultLinkFormat, Schedule, ScheduleChange, SchedulePreview, TagUsage, TokenStatistic,
    Trigger, WatchRuleInput, Webhook, WebhookDelivery, WebhookDeliveryStatus, WebhookEvents, WebhookFormat,
    WebhookWithSecret,
)
from .job_handle import JobHandle
from .stored import StoredRecords
from .stream import RecordStream
from .transport import Transport


class EndpointGroup:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class JobsEndpoints(EndpointGroup):
    """Calls that run in the background."""

    def list(self, *, operation: str | None = None, status: JobStatus | None = None, batch_id: str | None = None, schedule_id: str | None = None, start_time: datetime | str | None = None, end_time: datetime | str | None = None, **options: Unpack[Transfer]) -> Iterator[Job]:
        """The caller's jobs, newest first. Items of a batch only with its `batch_id`. A key for some sources sees its own jobs. Free and not counted in any rate window."""
        return self._transport.rows("GET", "/jobs", query={"status": status, "operation": operation, "batch_id": batch_id, "schedule_id": schedule_id, "start_time": start_time, "end_time": end_time}, options=options)

    def get(self, job_id: str, *, wait: int | None = None, **options: Unpack[Transfer]) -> Job:
        """Status of a job. Free and not counted in any rate window."""
        return cast("Job", self._transport.call("GET", f"/jobs/{part(job_id)}", query={"wait": wait}, retry="safe", options=options))

    def cancel(self, job_id: str, **options: Unpack[Transfer]) -> Job:
        """Cancel a job. Stops the work and releases the hold. A job that has ended stays as it is."""
        return cast("Job", self._transport.call("DELETE", f"/jobs/{part(job_id)}", retry="safe", options=options))

    def quality(self, job_id: str, **options: Unpack[Transfer]) -> QualityReport:
        """How complete the records of a job are. Fill of every field, duplicates, and what is unusual; for a run of a schedule beside the run before it. Available as long as the records. Free and not counted in any rate window."""
        return cast("QualityReport", self._transport.call("GET", f"/jobs/{part(job_id)}/quality", retry="safe", options=options))

    def timeline(self, job_id: str, **options: Unpack[Transfer]) -> Sequence[JobStep]:
        """When a job was queued, started and ended. Free and not counted in any rate window."""
        return cast("Sequence[JobStep]", self._transport.call("GET", f"/jobs/{part(job_id)}/timeline", retry="safe", options=options))

    @overload
    def submit(self, operation: Literal["bizbureau/businesses/search"], request: BizbureauBusinessesSearch, **options: Unpack[SubmitOptions]) -> JobHandle[BizbureauBusinessSearchResult]: ...
    @overload
    def submit(self, operation: Literal["bizbureau/locations/search"], request: BizbureauLocationsSearch, **options: Unpack[SubmitOptions]) -> JobHandle[BizbureauLocation]: ...
    @overload
    def submit(self, operation: Literal["hkproperty/valuations"], request: HkpropertyValuations, **options: Unpack[SubmitOptions]) -> JobHandle[HkpropertyValuation]: ...
    @overload
    def submit(self, operation: Literal["hkproperty/estates/search"], request: HkpropertyEstatesSearch, **options: Unpack[SubmitOptions]) -> JobHandle[HkpropertyEstate]: ...
    @overload
    def submit(self, operation: Literal["hkproperty/estates/units"], request: HkpropertyEstatesUnits, **options: Unpack[SubmitOptions]) -> JobHandle[HkpropertyUnit]: ...
    @overload
    def submit(self, operation: Literal["jobsboard/companies"], request: JobsboardCompanies, **options: Unpack[SubmitOptions]) -> JobHandle[JobsboardCompany]: ...
    @overload
    def submit(self, operation: Literal["jobsboard/companies/search"], request: JobsboardCompaniesSearch, **options: Unpack[SubmitOptions]) -> JobHandle[JobsboardCompanyRef]: ...
    @overload
    def submit(self, operation: Literal["nlretail/products/search"], request: NlretailProductsSearch, **options: Unpack[SubmitOptions]) -> JobHandle[NlretailSearchProduct]: ...
    @overload
    def submit(self, operation: Literal["ruretail/products/search"], request: RuretailProductsSearch, **options: Unpack[SubmitOptions]) -> JobHandle[RuretailProduct]: ...
    @overload
    def submit(self, operation: Literal["ruretail/products/filters"], request: RuretailProductsFilters, **options: Unpack[SubmitOptions]) -> JobHandle[RuretailFilter]: ...
    @overload
    def submit(self, operation: Literal["ruretail/cities"], request: RuretailCities, **options: Unpack[SubmitOptions]) -> JobHandle[RuretailCity]: ...
    @overload
    def submit(self, operation: Literal["stays/hotels/search"], request: StaysHotelsSearch, **options: Unpack[SubmitOptions]) -> JobHandle[StaysHotelCard]: ...
    @overload
    def submit(self, operation: Literal["stays/destinations/search"], request: StaysDestinationsSearch, **options: Unpack[SubmitOptions]) -> JobHandle[StaysDestination]: ...
    @overload
    def submit(self, operation: Literal["stays/filters"], request: StaysFilters, **options: Unpack[SubmitOptions]) -> JobHandle[StaysFilter]: ...
    def submit(self, operation: str, request: Any, **options: Unpack[SubmitOptions]) -> JobHandle[Any]:
        """Queues a call. The same idempotency key gives the same job."""
        return JobHandle[Any].submitted(self._transport, operation, request, options)


class BatchesEndpoints(EndpointGroup):
    """One operation for many requests."""

    @overload
    def submit(self, operation: Literal["bizbureau/businesses/search"], requests: Sequence[BizbureauBusinessesSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["bizbureau/locations/search"], requests: Sequence[BizbureauLocationsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["hkproperty/valuations"], requests: Sequence[HkpropertyValuations], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["hkproperty/estates/search"], requests: Sequence[HkpropertyEstatesSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["hkproperty/estates/units"], requests: Sequence[HkpropertyEstatesUnits], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["jobsboard/companies"], requests: Sequence[JobsboardCompanies], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["jobsboard/companies/search"], requests: Sequence[JobsboardCompaniesSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["nlretail/products/search"], requests: Sequence[NlretailProductsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["ruretail/products/search"], requests: Sequence[RuretailProductsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["ruretail/products/filters"], requests: Sequence[RuretailProductsFilters], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["ruretail/cities"], requests: Sequence[RuretailCities], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["stays/hotels/search"], requests: Sequence[StaysHotelsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["stays/destinations/search"], requests: Sequence[StaysDestinationsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    @overload
    def submit(self, operation: Literal["stays/filters"], requests: Sequence[StaysFilters], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch: ...
    def submit(self, operation: str, requests: Sequence[Any], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Batch:
        """Run one operation for 1 to 10,000 requests. All items are checked before anything runs. A 422 names each wrong item: the line of a file as an editor counts it, or the place in `requests`, both from 1. The total price must not exceed `max_cost` (403). If a rate window is full, items wait. If points run out, the batch pauses. `POST /batches/preview` with the same body returns only the price. As NDJSON (one body per line) or CSV (field names in the first row): `operation`, `max_cost` and `webhook` in the query. The text is read in the charset that `content-type` declares, UTF-8 unless it does."""
        return cast("Batch", self._transport.call("POST", "/batches", body={"operation": operation, "webhook": webhook_url, "wait_hours": wait_hours, "on_invalid": on_invalid, "destination": destination, "partial": partial, "max_cost": max_cost, "tag": tag, "max_age": max_age, "stale_if_error": stale_if_error, "requests": requests}, retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    @overload
    def price(self, operation: Literal["bizbureau/businesses/search"], requests: Sequence[BizbureauBusinessesSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["bizbureau/locations/search"], requests: Sequence[BizbureauLocationsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["hkproperty/valuations"], requests: Sequence[HkpropertyValuations], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["hkproperty/estates/search"], requests: Sequence[HkpropertyEstatesSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["hkproperty/estates/units"], requests: Sequence[HkpropertyEstatesUnits], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["jobsboard/companies"], requests: Sequence[JobsboardCompanies], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["jobsboard/companies/search"], requests: Sequence[JobsboardCompaniesSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["nlretail/products/search"], requests: Sequence[NlretailProductsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["ruretail/products/search"], requests: Sequence[RuretailProductsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["ruretail/products/filters"], requests: Sequence[RuretailProductsFilters], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["ruretail/cities"], requests: Sequence[RuretailCities], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["stays/hotels/search"], requests: Sequence[StaysHotelsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["stays/destinations/search"], requests: Sequence[StaysDestinationsSearch], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    @overload
    def price(self, operation: Literal["stays/filters"], requests: Sequence[StaysFilters], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview: ...
    def price(self, operation: str, requests: Sequence[Any], *, webhook_url: str | None = None, wait_hours: int | None = None, on_invalid: BatchesOn_invalid | None = None, destination: str | None = None, partial: BatchesPartial | None = None, max_cost: int | None = None, tag: str | None = None, max_age: int | None = None, stale_if_error: int | None = None, **options: Unpack[Transfer]) -> BatchPreview:
        """What a batch can cost. Checks every item as `POST /batches` does, and runs nothing. Free."""
        return cast("BatchPreview", self._transport.call("POST", "/batches/preview", body={"operation": operation, "webhook": webhook_url, "wait_hours": wait_hours, "on_invalid": on_invalid, "destination": destination, "partial": partial, "max_cost": max_cost, "tag": tag, "max_age": max_age, "stale_if_error": stale_if_error, "requests": requests}, retry="safe", options=options))

    def list(self, **options: Unpack[Transfer]) -> Iterator[Batch]:
        """The caller's batches, newest first."""
        return self._transport.rows("GET", "/batches", options=options)

    def get(self, batch_id: str, **options: Unpack[Transfer]) -> Batch:
        """Status of a batch. Free and not counted in any rate window."""
        return cast("Batch", self._transport.call("GET", f"/batches/{part(batch_id)}", retry="safe", options=options))

    def cancel(self, batch_id: str, **options: Unpack[Transfer]) -> Batch:
        """Cancel a batch. Waiting items will not run. Running items stop and cost nothing."""
        return cast("Batch", self._transport.call("DELETE", f"/batches/{part(batch_id)}", retry="safe", options=options))

    def pause(self, batch_id: str, **options: Unpack[Transfer]) -> Batch:
        """Pause a batch. Running items finish. Waiting items stay in the queue."""
        return cast("Batch", self._transport.call("POST", f"/batches/{part(batch_id)}/pause", retry="safe", options=options))

    def resume(self, batch_id: str, **options: Unpack[Transfer]) -> Batch:
        """Resume a paused batch. Continues with the waiting items. The key of this call pays for what is left."""
        return cast("Batch", self._transport.call("POST", f"/batches/{part(batch_id)}/resume", retry="safe", options=options))

    def retry(self, batch_id: str, **options: Unpack[Transfer]) -> Batch:
        """Retry the failed items. Runs only the failed items. Each becomes a new job on the same line. The key of this call pays for what is left."""
        return cast("Batch", self._transport.call("POST", f"/batches/{part(batch_id)}/retry", retry="safe", options=options))

    def failures(self, batch_id: str, **options: Unpack[Transfer]) -> Sequence[BatchFailure]:
        """The items that failed, by line."""
        return cast("Sequence[BatchFailure]", self._transport.call("GET", f"/batches/{part(batch_id)}/failures", retry="safe", options=options))

    def missing(self, batch_id: str, **options: Unpack[Transfer]) -> Sequence[MissingLine]:
        """The lines whose records are not in the file, and why. Lines that were skipped because they are not valid, that failed, or whose records have expired."""
        return cast("Sequence[MissingLine]", self._transport.call("GET", f"/batches/{part(batch_id)}/missing", retry="safe", options=options))

    def quality(self, batch_id: str, **options: Unpack[Transfer]) -> QualityReport:
        """How complete the records of a batch are. Fill of every field, duplicates within a line, missing lines, and what is unusual. Also works while the batch runs. Free and not counted in any rate window."""
        return cast("QualityReport", self._transport.call("GET", f"/batches/{part(batch_id)}/quality", retry="safe", options=options))

    @overload
    def records(self, batch_id: str, operation: Literal["bizbureau/businesses/search"]) -> RecordStream[BizbureauBusinessSearchResult]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["bizbureau/locations/search"]) -> RecordStream[BizbureauLocation]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["hkproperty/valuations"]) -> RecordStream[HkpropertyValuation]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["hkproperty/estates/search"]) -> RecordStream[HkpropertyEstate]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["hkproperty/estates/units"]) -> RecordStream[HkpropertyUnit]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["jobsboard/companies"]) -> RecordStream[JobsboardCompany]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["jobsboard/companies/search"]) -> RecordStream[JobsboardCompanyRef]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["nlretail/products/search"]) -> RecordStream[NlretailSearchProduct]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["ruretail/products/search"]) -> RecordStream[RuretailProduct]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["ruretail/products/filters"]) -> RecordStream[RuretailFilter]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["ruretail/cities"]) -> RecordStream[RuretailCity]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["stays/hotels/search"]) -> RecordStream[StaysHotelCard]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["stays/destinations/search"]) -> RecordStream[StaysDestination]: ...
    @overload
    def records(self, batch_id: str, operation: Literal["stays/filters"]) -> RecordStream[StaysFilter]: ...
    @overload
    def records(self, batch_id: str, operation: None = None) -> RecordStream[dict[str, Any]]: ...
    def records(self, batch_id: str, operation: str | None = None) -> RecordStream[Any]:
        """All records so far, in the order of the lines; `@line` says which line each came from. After a lost connection, lines that ended meanwhile come in between. `operation` says of which type they are."""
        return StoredRecords(*self._transport.lines(f"/batches/{part(batch_id)}/records"))


class WebhooksEndpoints(EndpointGroup):
    """Notifications about events."""

    def list(self, **options: Unpack[Transfer]) -> Sequence[Webhook]:
        """The account's webhooks."""
        return cast("Sequence[Webhook]", self._transport.call("GET", "/webhooks", retry="safe", options=options))

    def create(self, url: str, events: Sequence[WebhookEvents] | None = None, *, format: WebhookFormat | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> WebhookWithSecret:
        """Create a webhook. Signed by the Standard Webhooks specification, retried for 24 hours. Events: `job.succeeded`, `job.failed`, `batch.item`, `batch.finished`, `batch.paused`, `batch.waiting`, `batch.resumed`, `batch.expiring`, `schedule.changed`, `schedule.paused`, `schedule.resumed`, `watch.triggered`, `source.degraded`, `points.low`, `records.recalled`, `records.corrected`. All events but `batch.item` if none are named. An address inside a private network is refused. With `format` the events are messages of a chat service, sent to its incoming webhook: without `events`, those that a person may have to act on. Its address is a secret, stored encrypted."""
        return cast("WebhookWithSecret", self._transport.call("POST", "/webhooks", body={"url": url, "events": events, "format": format}, retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    def secret(self, **options: Unpack[Transfer]) -> str:
        """Signing secret for webhook URLs named in a job or batch."""
        return cast("str", self._transport.call("GET", "/webhooks/secret", retry="safe", pick="secret", options=options))

    def deliveries(self, *, webhook_id: str | None = None, status: WebhookDeliveryStatus | None = None, **options: Unpack[Transfer]) -> Iterator[WebhookDelivery]:
        """Deliveries and their attempts, newest first."""
        return self._transport.rows("GET", "/webhooks/deliveries", query={"webhook_id": webhook_id, "status": status}, options=options)

    def replay(self, delivery_id: str, **options: Unpack[Transfer]) -> WebhookDelivery:
        """Send a delivery again."""
        return cast("WebhookDelivery", self._transport.call("POST", f"/webhooks/deliveries/{part(delivery_id)}/replay", retry="safe", options=options))

    def get(self, webhook_id: str, **options: Unpack[Transfer]) -> Webhook:
        """A webhook and, if it fails, since when."""
        return cast("Webhook", self._transport.call("GET", f"/webhooks/{part(webhook_id)}", retry="safe", options=options))

    def change(self, webhook_id: str, events: Sequence[WebhookEvents] | None | NotGiven = NOT_GIVEN, **options: Unpack[Transfer]) -> Webhook:
        """Change the events of a webhook. Its address and its secret stay."""
        return cast("Webhook", self._transport.call("PATCH", f"/webhooks/{part(webhook_id)}", nullable={"events": events}, retry="safe", options=options))

    def remove(self, webhook_id: str, **options: Unpack[Transfer]) -> None:
        """Delete a webhook."""
        self._transport.call("DELETE", f"/webhooks/{part(webhook_id)}", retry="safe", options=options)

    def enable(self, webhook_id: str, **options: Unpack[Transfer]) -> Webhook:
        """Enable a disabled webhook."""
        return cast("Webhook", self._transport.call("POST", f"/webhooks/{part(webhook_id)}/enable", retry="safe", options=options))

    def test(self, webhook_id: str, *, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> WebhookDelivery:
        """Send a test event."""
        return cast("WebhookDelivery", self._transport.call("POST", f"/webhooks/{part(webhook_id)}/test", retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    def rotate(self, webhook_id: str, overlap_seconds: int | None = None, *, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> WebhookWithSecret:
        """Create a new secret; the old one stays valid for a while."""
        return cast("WebhookWithSecret", self._transport.call("POST", f"/webhooks/{part(webhook_id)}/rotate", body={"overlap_seconds": overlap_seconds}, retry="idempotency-key", idempotency_key=idempotency_key, options=options))


class SchedulesEndpoints(EndpointGroup):
    """Calls that repeat by cron, and what changed between runs."""

    @overload
    def create(self, operation: Literal["bizbureau/businesses/search"], request: BizbureauBusinessesSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["bizbureau/locations/search"], request: BizbureauLocationsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["hkproperty/valuations"], request: HkpropertyValuations, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["hkproperty/estates/search"], request: HkpropertyEstatesSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["hkproperty/estates/units"], request: HkpropertyEstatesUnits, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["jobsboard/companies"], request: JobsboardCompanies, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["jobsboard/companies/search"], request: JobsboardCompaniesSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["nlretail/products/search"], request: NlretailProductsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["ruretail/products/search"], request: RuretailProductsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["ruretail/products/filters"], request: RuretailProductsFilters, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["ruretail/cities"], request: RuretailCities, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["stays/hotels/search"], request: StaysHotelsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["stays/destinations/search"], request: StaysDestinationsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    @overload
    def create(self, operation: Literal["stays/filters"], request: StaysFilters, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule: ...
    def create(self, operation: str, request: Any, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> NewSchedule:
        """Repeat a call by cron and report what changed. `POST /schedules/preview` with the same body returns the cost and the next run times, and saves nothing."""
        return cast("NewSchedule", self._transport.call("POST", "/schedules", body={"operation": operation, "name": name, "request": request, "cron": cron, "time_zone": time_zone, "ignore_fields": ignore_fields, "track": track, "rules": rules, "monthly_budget": monthly_budget, "webhook": webhook_url, "destination": destination, "tag": tag}, retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    @overload
    def preview(self, operation: Literal["bizbureau/businesses/search"], request: BizbureauBusinessesSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["bizbureau/locations/search"], request: BizbureauLocationsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["hkproperty/valuations"], request: HkpropertyValuations, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["hkproperty/estates/search"], request: HkpropertyEstatesSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["hkproperty/estates/units"], request: HkpropertyEstatesUnits, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["jobsboard/companies"], request: JobsboardCompanies, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["jobsboard/companies/search"], request: JobsboardCompaniesSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["nlretail/products/search"], request: NlretailProductsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["ruretail/products/search"], request: RuretailProductsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["ruretail/products/filters"], request: RuretailProductsFilters, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["ruretail/cities"], request: RuretailCities, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["stays/hotels/search"], request: StaysHotelsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["stays/destinations/search"], request: StaysDestinationsSearch, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    @overload
    def preview(self, operation: Literal["stays/filters"], request: StaysFilters, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview: ...
    def preview(self, operation: str, request: Any, *, name: str, cron: str, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None = None, webhook_url: str | None = None, destination: str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> SchedulePreview:
        """What a schedule can cost, and when it runs. Checks everything and saves nothing. Free."""
        return cast("SchedulePreview", self._transport.call("POST", "/schedules/preview", body={"operation": operation, "name": name, "request": request, "cron": cron, "time_zone": time_zone, "ignore_fields": ignore_fields, "track": track, "rules": rules, "monthly_budget": monthly_budget, "webhook": webhook_url, "destination": destination, "tag": tag}, retry="safe", options=options))

    def list(self, **options: Unpack[Transfer]) -> Iterator[Schedule]:
        """The caller's schedules, newest first."""
        return self._transport.rows("GET", "/schedules", options=options)

    def get(self, schedule_id: str, **options: Unpack[Transfer]) -> Schedule:
        """A schedule with its next and last run."""
        return cast("Schedule", self._transport.call("GET", f"/schedules/{part(schedule_id)}", retry="safe", options=options))

    def change(self, schedule_id: str, *, name: str | None = None, request: Any | None = None, cron: str | None = None, time_zone: str | None = None, ignore_fields: Sequence[str] | None = None, track: Sequence[str] | None = None, rules: Sequence[WatchRuleInput] | None = None, monthly_budget: int | None | NotGiven = NOT_GIVEN, webhook_url: str | None | NotGiven = NOT_GIVEN, destination: str | None | NotGiven = NOT_GIVEN, tag: str | None | NotGiven = NOT_GIVEN, take_over: bool | None = None, **options: Unpack[Transfer]) -> Schedule:
        """Change a schedule. Omitted fields stay as they are. A new `request` restarts the comparison with its next run. The key of this call pays for the schedule from then on; a change in the dashboard leaves it with its key, unless `take_over` is true."""
        return cast("Schedule", self._transport.call("PATCH", f"/schedules/{part(schedule_id)}", body={"name": name, "request": request, "cron": cron, "time_zone": time_zone, "ignore_fields": ignore_fields, "track": track, "rules": rules, "take_over": take_over}, nullable={"monthly_budget": monthly_budget, "webhook": webhook_url, "destination": destination, "tag": tag}, retry="safe", options=options))

    def runs(self, schedule_id: str, **options: Unpack[Transfer]) -> Iterator[PastRun]:
        """Runs of the last 90 days, newest first. With status, cost, records, the number of changes of each kind, and the reason if a run was not compared."""
        return self._transport.rows("GET", f"/schedules/{part(schedule_id)}/runs", options=options)

    def remove(self, schedule_id: str, **options: Unpack[Transfer]) -> None:
        """Delete a schedule and its changes."""
        self._transport.call("DELETE", f"/schedules/{part(schedule_id)}", retry="safe", options=options)

    def pause(self, schedule_id: str, **options: Unpack[Transfer]) -> Schedule:
        """Pause a schedule."""
        return cast("Schedule", self._transport.call("POST", f"/schedules/{part(schedule_id)}/pause", retry="safe", options=options))

    def resume(self, schedule_id: str, **options: Unpack[Transfer]) -> Schedule:
        """Resume a schedule. The key of this call pays for the schedule from then on."""
        return cast("Schedule", self._transport.call("POST", f"/schedules/{part(schedule_id)}/resume", retry="safe", options=options))

    def run(self, schedule_id: str, *, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Schedule:
        """Run a schedule now. With the same `idempotency-key` it runs once. The key of this call pays for the schedule from then on."""
        return cast("Schedule", self._transport.call("POST", f"/schedules/{part(schedule_id)}/run", retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    def rotate_feed(self, schedule_id: str, **options: Unpack[Transfer]) -> dict[str, str]:
        """Create a new feed URL; the old one stops working."""
        return cast("dict[str, str]", self._transport.call("POST", f"/schedules/{part(schedule_id)}/feed", retry="safe", options=options))

    def changes(self, schedule_id: str, **options: Unpack[Transfer]) -> Iterator[ScheduleChange]:
        """What changed between runs, newest first. Added, removed and changed records, with old and new values. A truncated list (`results_end` is not `exhausted`) reports `entered` for a record that none of the last runs saw and `left` for one that five runs did not see, and never a removal; a failed run reports nothing."""
        return self._transport.rows("GET", f"/schedules/{part(schedule_id)}/changes", options=options)

    def history(self, schedule_id: str, record_id: str, *, from_: str | None = None, to: str | None = None, **options: Unpack[Transfer]) -> RecordHistory:
        """The tracked fields of a record over time. A point for each run in which a tracked field changed, or the record came or went. A run that failed, or whose values are in doubt (`drift:` warning), adds nothing. How long points are kept depends on the plan."""
        return cast("RecordHistory", self._transport.call("GET", f"/schedules/{part(schedule_id)}/records/{part(record_id)}/history", query={"from": from_, "to": to}, retry="safe", options=options))

    def movers(self, schedule_id: str, *, field: str | None = None, from_: str | None = None, **options: Unpack[Transfer]) -> Movers:
        """Records whose tracked field changed most. Listed records with a number in the field, the largest change in percent first."""
        return cast("Movers", self._transport.call("GET", f"/schedules/{part(schedule_id)}/movers", query={"field": field, "from": from_}, retry="safe", options=options))

    def triggers(self, schedule_id: str, **options: Unpack[Transfer]) -> Iterator[Trigger]:
        """Rules that fired, newest first."""
        return self._transport.rows("GET", f"/schedules/{part(schedule_id)}/triggers", options=options)


class LinksEndpoints(EndpointGroup):
    """Results for spreadsheets and notebooks, which have no key."""

    def of_job(self, job_id: str, *, format: ResultLinkFormat | None = None, expires_in: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> ResultLink:
        """Create a link to the records of a job. The link needs no key, expires, and can be deleted. It returns these records and nothing else."""
        return cast("ResultLink", self._transport.call("POST", f"/jobs/{part(job_id)}/link", body={"format": format, "expires_in": expires_in}, retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    def of_batch(self, batch_id: str, *, format: ResultLinkFormat | None = None, expires_in: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> ResultLink:
        """Create a link to the records of a batch. The link needs no key, expires, and can be deleted. It returns these records and nothing else."""
        return cast("ResultLink", self._transport.call("POST", f"/batches/{part(batch_id)}/link", body={"format": format, "expires_in": expires_in}, retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    def of_schedule(self, schedule_id: str, *, format: ResultLinkFormat | None = None, expires_in: int | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> ResultLink:
        """Create a link to the records of a schedule. The link returns the records of the last successful run, so that a spreadsheet stays current. It needs no key, expires, and can be deleted."""
        return cast("ResultLink", self._transport.call("POST", f"/schedules/{part(schedule_id)}/link", body={"format": format, "expires_in": expires_in}, retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    def list(self, **options: Unpack[Transfer]) -> Iterator[ResultLink]:
        """The account's links that have not expired, newest first."""
        return self._transport.rows("GET", "/links", options=options)

    def remove(self, link_id: str, **options: Unpack[Transfer]) -> None:
        """Delete a link; it stops working."""
        self._transport.call("DELETE", f"/links/{part(link_id)}", retry="safe", options=options)


class DestinationsEndpoints(EndpointGroup):
    """Storage to which batches and schedules upload their records."""

    def create(self, *, name: str, endpoint: str, bucket: str, access_key_id: str, secret_access_key: str, region: str | None = None, path: str | None = None, format: ResultLinkFormat | None = None, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> Destination:
        """Add S3-compatible storage for files. A batch or schedule that names it (`destination`) puts its records there when it ends. A failed upload is retried for 24 hours, as webhooks are; if every attempt fails, the owner gets a mail. `GET /webhooks/deliveries` lists the attempts. The secret key is stored encrypted and never shown. Path placeholders: `{kind}`, `{id}`, `{name}`, `{operation}`, `{date}`, `{time}`, `{run}`, `{format}`."""
        return cast("Destination", self._transport.call("POST", "/destinations", body={"name": name, "endpoint": endpoint, "region": region, "bucket": bucket, "path": path, "format": format, "access_key_id": access_key_id, "secret_access_key": secret_access_key}, retry="idempotency-key", idempotency_key=idempotency_key, options=options))

    def list(self, **options: Unpack[Transfer]) -> Sequence[Destination]:
        """The account's destinations."""
        return cast("Sequence[Destination]", self._transport.call("GET", "/destinations", retry="safe", options=options))

    def remove(self, destination_id: str, **options: Unpack[Transfer]) -> None:
        """Delete a destination; nothing more is uploaded there."""
        self._transport.call("DELETE", f"/destinations/{part(destination_id)}", retry="safe", options=options)

    def test(self, destination_id: str, *, idempotency_key: str | None = None, **options: Unpack[Transfer]) -> WebhookDelivery:
        """Upload a test file. Puts `winnow-test.txt` beside the destination's files, in one attempt. `GET /webhooks/deliveries` has the storage's answer."""
        return cast("WebhookDelivery", self._transport.call("POST", f"/destinations/{part(destination_id)}/test", retry="idempotency-key", idempotency_key=idempotency_key, options=options))


class RecallsEndpoints(EndpointGroup):
    """Calls whose records turned out to be wrong."""

    def list(self, **options: Unpack[Transfer]) -> Iterator[Recall]:
        """Your calls whose records turned out to be wrong. Newest first. Each call was charged: its points are returned once. A key sees recalls of its sources. Free and not counted in any rate window."""
        return self._transport.rows("GET", "/recalls", options=options)

    def get(self, recall_id: str, **options: Unpack[Transfer]) -> Recall:
        """One recall. Free and not counted in any rate window."""
        return cast("Recall", self._transport.call("GET", f"/recalls/{part(recall_id)}", retry="safe", options=options))

    def records(self, recall_id: str, *, request_id: str | None = None, **options: Unpack[Transfer]) -> Iterator[RecalledRequest]:
        """The calls of a recall, with their corrected records. Oldest call first. `corrected` has all records of the call, read again from the kept pages after the repair, or null. Free and not counted in any rate window."""
        return self._transport.rows("GET", f"/recalls/{part(recall_id)}/records", query={"request_id": request_id}, options=options)


class TokenEndpoints(EndpointGroup):
    """The caller's keys, limits and history."""

    def statistic(self, **options: Unpack[Transfer]) -> Sequence[TokenStatistic]:
        """The caller's keys with plan, points, limits and usage. One record for each key of the caller's account; a key for some sources sees only itself. Free and not counted in any rate window."""
        return cast("Sequence[TokenStatistic]", self._transport.call("GET", "/token/statistic", retry="safe", options=options))

    def requests(self, *, start: datetime | str | None = None, end: datetime | str | None = None, tag: str | None = None, **options: Unpack[Transfer]) -> Iterator[RequestRow]:
        """The caller's history, newest first. For the next page, send the `x-next-cursor` of the response as `cursor`. Free and not counted in any rate window."""
        return self._transport.rows("GET", "/token/requests", query={"start_time": start, "end_time": end, "tag": tag}, options=options)

    def tags(self, *, start: datetime | str | None = None, end: datetime | str | None = None, **options: Unpack[Transfer]) -> Sequence[TagUsage]:
        """Requests and points by tag. The most expensive tag comes first. A request with several tags counts for each of them; `tag` is null for those without any. Free and not counted in any rate window."""
        return cast("Sequence[TagUsage]", self._transport.call("GET", "/token/tags", query={"start_time": start, "end_time": end}, retry="safe", options=options))

    def count_requests(self, *, start: datetime | str | None = None, end: datetime | str | None = None, **options: Unpack[Transfer]) -> int:
        """Number of requests in the history. Free and not counted in any rate window."""
        return cast("int", self._transport.call("GET", "/token/requests/count", query={"start_time": start, "end_time": end}, retry="safe", pick="total", options=options))

    def provenance(self, request_id: str, **options: Unpack[Transfer]) -> Sequence[RecordProvenance]:
        """Where the values of a request's records come from. For each record of the response, in its order, what `?provenance=true` adds: the page, the place on it and the text there. Works for every call, job and line of a batch within a day, because their pages are kept: they are read again. Free and not counted in any rate window."""
        return cast("Sequence[RecordProvenance]", self._transport.call("GET", f"/token/requests/{part(request_id)}/provenance", retry="safe", options=options))
