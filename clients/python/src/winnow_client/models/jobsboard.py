# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

class JobsboardCompanies(TypedDict):
    company: str
    """Company ID, or URL of its profile."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""
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
    """Words in the company's name."""
    country: NotRequired[str]
    """Country whose company list is searched: its name, or the site's form of it (`saudi-arabia`). Default "international"."""
    language: NotRequired[JobsboardCompaniesSearchLanguage]
    """Language of the list. Default "en"."""
    count: NotRequired[int]
    """Most records to return. Default 20."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""


JobsboardCompaniesSearchLanguage = Literal["en", "ar"]


_JobsboardCompanyRefFields = TypedDict("_JobsboardCompanyRefFields", {"@type": Literal["JobsboardCompanyRef"]})


class JobsboardCompanyRef(_JobsboardCompanyRefFields):
    id: int
    name: str | None
    url: str | None
    """URL of the profile: a value for `company` of the profile operation."""
    industry: str | None
    location: str | None
