# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

BizbureauBusinessesSearchRating = Literal["A", "B", "C", "D", "F"]
BizbureauBusinessesSearchRadius = Literal["5", "10", "25", "50", "100"]


class BizbureauBusinessesSearch(TypedDict):
    keyword: str
    """Search text."""
    count: int
    """Maximum number of records to return. The site shows at most 225 for one search."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""
    location: NotRequired[str]
    """City and state, or ZIP code. Empty searches the whole country. Default ""."""
    rating: NotRequired[BizbureauBusinessesSearchRating | None]
    """Letter grade; includes its plus and minus grades."""
    accredited_only: NotRequired[bool]
    """Only accredited businesses. Default False."""
    radius: NotRequired[BizbureauBusinessesSearchRadius | None]
    """Search radius in miles; needs a location."""


_BizbureauBusinessSearchResultFields = TypedDict("_BizbureauBusinessSearchResultFields", {"@type": Literal["BizbureauBusinessSearchResult"]})


class BizbureauBusinessSearchResult(_BizbureauBusinessSearchResultFields):
    id: str
    """The site's ID of one location of the business: bureau, business and address."""
    name: str | None
    """Name of the business."""
    image: str | None
    """URL of the logo."""
    bbb_rating: str | None
    """Letter grade from A+ to F; null if the business has none."""
    is_accredited: bool | None
    """Whether the bureau accredits the business."""
    phone: str | None
    """The first phone number that the site lists, as written there."""
    category: str | None
    """Main line of business."""
    categories: list[str]
    """All lines of business."""
    address: str | None
    """Street address; null if the business has no storefront."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter code of the state or province."""
    zip_code: str | None
    """US ZIP code, often ZIP+4, or Canadian postal code."""
    rating_score: float | None
    """The score behind the letter grade, 0 to 100; null if there is no grade."""
    bbb_name: str | None
    """Name of the regional bureau that keeps the profile."""
    profile_url: str | None
    """URL of the business's profile."""
    local_profile_url: str | None
    """URL of the profile of this location, if it has its own."""


class BizbureauLocationsSearch(TypedDict):
    query: str
    """Start of a city's name, with or without its state, or of a ZIP or postal code."""
    count: NotRequired[int]
    """Maximum number of records to return. Default 20."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""


_BizbureauLocationFields = TypedDict("_BizbureauLocationFields", {"@type": Literal["BizbureauLocation"]})


class BizbureauLocation(_BizbureauLocationFields):
    location: str
    """Value for `location` of the business search."""
    city: str | None
    """City."""
    state: str | None
    """Two-letter code of the state or province."""
    zip_code: str | None
    """Set if the place is a ZIP or postal code."""
