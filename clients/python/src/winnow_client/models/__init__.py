# Written by `npm run docs`.
"""Requests and records of each operation, jobs, batches, and the key's figures."""

from .bizbureau import (
    BizbureauBusinessSearchResult,
    BizbureauBusinessesSearch,
    BizbureauLocation,
    BizbureauLocationsSearch,
)
from .hkproperty import (
    HkpropertyEstate,
    HkpropertyEstatesSearch,
    HkpropertyEstatesUnits,
    HkpropertyUnit,
    HkpropertyValuation,
    HkpropertyValuations,
)
from .jobsboard import (
    JobsboardCompanies,
    JobsboardCompaniesSearch,
    JobsboardCompany,
    JobsboardCompanyRef,
)
from .nlretail import (
    NlretailProductsSearch,
    NlretailSearchProduct,
)
from .ruretail import (
    RuretailCities,
    RuretailCity,
    RuretailFilter,
    RuretailProduct,
    RuretailProductsFilters,
    RuretailProductsSearch,
)
from .stays import (
    StaysDestination,
    StaysDestinationsSearch,
    StaysFilter,
    StaysFilters,
    StaysHotelCard,
    StaysHotelsSearch,
)
from .jobs import (
    Batch,
    BatchFailure,
    Job,
    NewSchedule,
    Schedule,
    ScheduleChange,
    SchedulePreview,
    Webhook,
    WebhookDelivery,
    WebhookWithSecret,
)
from .preview import CostPreview
from .token import RequestRow, TokenStatistic

__all__ = [
    "Batch",
    "BatchFailure",
    "BizbureauBusinessSearchResult",
    "BizbureauBusinessesSearch",
    "BizbureauLocation",
    "BizbureauLocationsSearch",
    "CostPreview",
    "HkpropertyEstate",
    "HkpropertyEstatesSearch",
    "HkpropertyEstatesUnits",
    "HkpropertyUnit",
    "HkpropertyValuation",
    "HkpropertyValuations",
    "Job",
    "JobsboardCompanies",
    "JobsboardCompaniesSearch",
    "JobsboardCompany",
    "JobsboardCompanyRef",
    "NewSchedule",
    "NlretailProductsSearch",
    "NlretailSearchProduct",
    "RequestRow",
    "RuretailCities",
    "RuretailCity",
    "RuretailFilter",
    "RuretailProduct",
    "RuretailProductsFilters",
    "RuretailProductsSearch",
    "Schedule",
    "ScheduleChange",
    "SchedulePreview",
    "StaysDestination",
    "StaysDestinationsSearch",
    "StaysFilter",
    "StaysFilters",
    "StaysHotelCard",
    "StaysHotelsSearch",
    "TokenStatistic",
    "Webhook",
    "WebhookDelivery",
    "WebhookWithSecret",
]
