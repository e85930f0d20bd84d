# Written by `npm run docs`.
"""Requests and records of each operation, jobs, batches, and the key's figures."""

from .bizbureau import *
from .hkproperty import *
from .jobsboard import *
from .nlretail import *
from .ruretail import *
from .stays import *
from .endpoints import *
from .preview import CostPreview

__all__ = [
    "Batch", "BatchExpiring", "BatchFailure", "BatchFinished", "BatchItem", "BatchItems", "BatchPaused", "BatchPreview",
    "BatchResumed", "BatchStatus", "BatchWait", "BatchWaiting", "BatchesOn_invalid", "BatchesPartial",
    "BizbureauBusinessSearchResult", "BizbureauBusinessesSearch", "BizbureauLocation", "BizbureauLocationsSearch",
    "ChangeCounts", "ChangedSchedule", "CostPreview", "DegradedSource", "DeliveryAttempt", "Destination", "EndedJob",
    "ExpiringBatch", "FieldChange", "FieldProvenance", "FieldQuality", "FiredRule", "HistoryPoint", "HkpropertyEstate",
    "HkpropertyEstatesSearch", "HkpropertyEstatesUnits", "HkpropertyUnit", "HkpropertyValuation",
    "HkpropertyValuations", "Job", "JobError", "JobFailed", "JobProgress", "JobResultsEnd", "JobStatus", "JobStep",
    "JobSucceeded", "JobsboardCompanies", "JobsboardCompaniesSearch", "JobsboardCompany", "JobsboardCompanyRef",
    "LowPoints", "MissingLine", "MissingLineReason", "Mover", "Movers", "NewSchedule", "NewScheduleStatus",
    "NlretailProductsSearch", "NlretailSearchProduct", "PastRun", "Place", "PointsLow", "ProvenancePage",
    "PublishedChange", "QualityReport", "Recall", "RecalledRequest", "RecordHistory", "RecordProvenance",
    "RecordsCorrected", "RecordsRecalled", "RequestRow", "ResultLink", "ResultLinkFormat", "ResultLinkKind",
    "RuretailCities", "RuretailCity", "RuretailFilter", "RuretailProduct", "RuretailProductsFilters",
    "RuretailProductsSearch", "Schedule", "ScheduleChange", "ScheduleChangeKind", "ScheduleChanged", "SchedulePaused",
    "SchedulePreview", "ScheduleResumed", "ScheduleRun", "ScheduleRunNotComparedBecause", "SourceDegraded",
    "StaysDestination", "StaysDestinationsSearch", "StaysFilter", "StaysFilters", "StaysHotelCard", "StaysHotelsSearch",
    "TagUsage", "TestedWebhook", "TokenStatistic", "TokenStatisticUsageContext", "Trigger", "User", "UserRole",
    "WatchRule", "WatchRuleInput", "WatchRuleWhen", "WatchTriggered", "Webhook", "WebhookDelivery",
    "WebhookDeliveryStatus", "WebhookEvents", "WebhookFormat", "WebhookMessage", "WebhookPayload", "WebhookStatus",
    "WebhookTest", "WebhookWithSecret",
]
