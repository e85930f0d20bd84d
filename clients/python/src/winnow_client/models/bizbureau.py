# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

class BizbureauBusinessesSearch(TypedDict):
    keyword: str
    """Search text."""
    count: int
    """Most records to return. The site shows at most 225 for one search."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""
    location: NotRequired[str]
    """City and state, or ZIP code. Empty searches the whole country. Default ""."""
    rating: NotRequired[BizbureauBusinessesSearchRating | None]
    """Letter grade; includes its plus and minus grades."""
    accredited_only: NotRequired[bool]
    """Only accredited businesses. Default False."""
    radius: NotRequired[BizbureauBusinessesSearchRadius | None]
    """Search radius in miles; needs a location."""


BizbureauBusinessesSearchRating = Literal["A", "B", "C", "D", "F"]


BizbureauBusinessesSearchRadius = Literal["5", "10", "25", "50", "100"]


_BizbureauBusinessSearchResultFields = TypedDict("_BizbureauBusinessSearchResultFields", {"@type": Literal["BizbureauBusinessSearchResult"]})


class BizbureauBusinessSearchResult(_BizbureauBusinessSearchResultFields):
    id: str
    name: str | None
    image: str | None
    bbb_rating: str | None
    """Letter grade; null if the business has none."""
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
    """Start of a city's name, with or without its state, or of a ZIP or postal code."""
    count: NotRequired[int]
    """Most records to return. Default 20."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""


_BizbureauLocationFields = TypedDict("_BizbureauLocationFields", {"@type": Literal["BizbureauLocation"]})


class BizbureauLocation(_BizbureauLocationFields):
    location: str
    """Value for `location` of the business search."""
    city: str | None
    state: str | None
    """Two-letter code."""
    zip_code: str | None
    """Set if the place is a ZIP or postal code."""
