# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

class BizbureauBusinessesSearch(TypedDict):
    keyword: str
    """What to look for."""
    count: int
    """The most records wanted; one search of the site holds at most 225."""
    timeout: NotRequired[int]
    """Seconds the request may run before it is answered with 408. Default 300."""
    location: NotRequired[str]
    """City and state, or ZIP code; empty means the whole country. Default ""."""
    rating: NotRequired[BizbureauBusinessesSearchRating | None]
    """Letter grade, with its plus and minus grades."""
    accredited_only: NotRequired[bool]
    """Only accredited businesses. Default False."""
    radius: NotRequired[BizbureauBusinessesSearchRadius | None]
    """Miles around the location."""


BizbureauBusinessesSearchRating = Literal["A", "B", "C", "D", "F"]


BizbureauBusinessesSearchRadius = Literal["5", "10", "25", "50", "100"]


_BizbureauBusinessSearchResultFields = TypedDict("_BizbureauBusinessSearchResultFields", {"@type": Literal["BizbureauBusinessSearchResult"]})


class BizbureauBusinessSearchResult(_BizbureauBusinessSearchResultFields):
    id: str
    name: str | None
    image: str | None
    bbb_rating: str | None
    """Letter grade; null where the business is not graded."""
    is_accredited: bool | None
    phone: str | None
    category: str | None
    categories: list[str]
    address: str | None
    city: str | None
    state: str | None
    zip_code: str | None
    rating_score: float | None
    bbb_name: str | None
    profile_url: str | None
    local_profile_url: str | None


class BizbureauLocationsSearch(TypedDict):
    query: str
    """The beginning of a city's name, with or without its state, or of a ZIP or postal code."""
    count: NotRequired[int]
    """The most records wanted. Default 20."""
    timeout: NotRequired[int]
    """Seconds the request may run before it is answered with 408. Default 300."""


_BizbureauLocationFields = TypedDict("_BizbureauLocationFields", {"@type": Literal["BizbureauLocation"]})


class BizbureauLocation(_BizbureauLocationFields):
    location: str
    """What `location` of the search takes."""
    city: str | None
    state: str | None
    """Two letters."""
    zip_code: str | None
    """Where the place is given by its code."""
