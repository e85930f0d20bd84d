# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

class JobsboardCompanies(TypedDict):
    company: str
    """Company ID, or the URL of its profile."""
    timeout: NotRequired[int]
    """Seconds the request may run before it is answered with 408. Default 300."""
    language: NotRequired[JobsboardCompaniesLanguage]
    """Language of the page. Default "en"."""


JobsboardCompaniesLanguage = Literal["en", "ar"]


_JobsboardCompanyFields = TypedDict("_JobsboardCompanyFields", {"@type": Literal["JobsboardCompany"]})


class JobsboardCompany(_JobsboardCompanyFields):
    id: int
    url: str | None
    name: str | None
    industry: str | None
    size: str | None
    follower_count: int | None
    website: str | None
    location: str | None
    image: str | None
    """Logo."""
    account_id: int | None
    description: str | None
    """About text."""
    socials: list[JobsboardSocial]
    """Linked social profiles."""
    recent_jobs: list[JobsboardJobRef]
    """Recently posted roles."""


_JobsboardSocialFields = TypedDict("_JobsboardSocialFields", {"@type": Literal["JobsboardSocial"]})


class JobsboardSocial(_JobsboardSocialFields):
    network: str | None
    url: str | None


_JobsboardJobRefFields = TypedDict("_JobsboardJobRefFields", {"@type": Literal["JobsboardJobRef"]})


class JobsboardJobRef(_JobsboardJobRefFields):
    id: str | None
    title: str | None
    location: str | None
    url: str | None


class JobsboardCompaniesSearch(TypedDict):
    query: str
    """Words of the company's name."""
    country: NotRequired[str]
    """Country whose list is looked in, by its name or as the site's addresses have it (`saudi-arabia`). Default "international"."""
    language: NotRequired[JobsboardCompaniesSearchLanguage]
    """Language of the list. Default "en"."""
    count: NotRequired[int]
    """The most records wanted. Default 20."""
    timeout: NotRequired[int]
    """Seconds the request may run before it is answered with 408. Default 300."""


JobsboardCompaniesSearchLanguage = Literal["en", "ar"]


_JobsboardCompanyRefFields = TypedDict("_JobsboardCompanyRefFields", {"@type": Literal["JobsboardCompanyRef"]})


class JobsboardCompanyRef(_JobsboardCompanyRefFields):
    id: int
    name: str | None
    url: str | None
    """The profile's address: what `company` of the profiles takes."""
    industry: str | None
    location: str | None
