# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

JobsboardCompaniesLanguage = Literal["en", "ar"]


class JobsboardCompanies(TypedDict):
    company: str
    """Company ID, or URL of its profile."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""
    language: NotRequired[JobsboardCompaniesLanguage]
    """Language of the page. Default "en"."""


_JobsboardSocialFields = TypedDict("_JobsboardSocialFields", {"@type": Literal["JobsboardSocial"]})


class JobsboardSocial(_JobsboardSocialFields):
    network: str | None
    """Name of the network, in small letters."""
    url: str | None
    """URL of the company's profile there."""
_JobsboardJobRefFields = TypedDict("_JobsboardJobRefFields", {"@type": Literal["JobsboardJobRef"]})


class JobsboardJobRef(_JobsboardJobRefFields):
    id: str | None
    """The site's ID of the job."""
    title: str | None
    """Job title."""
    location: str | None
    """City and country, as the site writes them."""
    url: str | None
    """URL of the job."""
_JobsboardCompanyFields = TypedDict("_JobsboardCompanyFields", {"@type": Literal["JobsboardCompany"]})


class JobsboardCompany(_JobsboardCompanyFields):
    id: int
    """The site's ID of the company: the last number of its profile's URL."""
    url: str | None
    """URL of the profile."""
    name: str | None
    """Name of the company."""
    industry: str | None
    """Industry, in the requested language."""
    size: str | None
    """Number of employees as a range in words, such as `100-499 Employees`."""
    follower_count: int | None
    """Followers on the job board; rounded if the site shows `12.5K`."""
    website: str | None
    """URL of the company's own website."""
    location: str | None
    """Country and city, as the site writes them."""
    image: str | None
    """URL of the logo."""
    account_id: int | None
    """The site's ID of the employer's account, if the page shows one."""
    description: str | None
    """About text."""
    socials: list[JobsboardSocial]
    """Linked social profiles."""
    recent_jobs: list[JobsboardJobRef]
    """Recently posted roles."""
JobsboardCompaniesSearchLanguage = JobsboardCompaniesLanguage


class JobsboardCompaniesSearch(TypedDict):
    query: str
    """Words in the company's name."""
    country: NotRequired[str]
    """Country whose company list is searched: its name, or the site's form of it (`saudi-arabia`). Default "international"."""
    language: NotRequired[JobsboardCompaniesSearchLanguage]
    """Language of the list. Default "en"."""
    count: NotRequired[int]
    """Maximum number of records to return. Default 20."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""


_JobsboardCompanyRefFields = TypedDict("_JobsboardCompanyRefFields", {"@type": Literal["JobsboardCompanyRef"]})


class JobsboardCompanyRef(_JobsboardCompanyRefFields):
    id: int
    """The site's ID of the company."""
    name: str | None
    """Name of the company."""
    url: str | None
    """URL of the profile: a value for `company` of the profile operation."""
    industry: str | None
    """Industry, as the card shows it."""
    location: str | None
    """Country or city, as the card shows it."""
