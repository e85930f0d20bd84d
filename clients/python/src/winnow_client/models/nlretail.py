# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

class NlretailProductsSearch(TypedDict):
    keyword: str
    """Search text."""
    count: int
    """Maximum number of records to return."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""


_NlretailCategoryRefFields = TypedDict("_NlretailCategoryRefFields", {"@type": Literal["NlretailCategoryRef"]})


class NlretailCategoryRef(_NlretailCategoryRefFields):
    id: str | None
    """The site's ID of the category."""
    name: str | None
    """Name of the category, in Dutch."""
_NlretailSearchProductFields = TypedDict("_NlretailSearchProductFields", {"@type": Literal["NlretailSearchProduct"]})


class NlretailSearchProduct(_NlretailSearchProductFields):
    id: str
    """The site's ID of the product."""
    name: str | None
    """Name of the product, in Dutch."""
    url: str | None
    """URL of the product's page."""
    image: str | None
    """URL of the main picture, in the largest size offered."""
    brand: str | None
    """Brand."""
    brand_url: str | None
    """URL of the brand's page."""
    price: float | None
    """Current price (EUR)."""
    list_price: float | None
    """Reference price, if the site shows one (EUR)."""
    condition: str | None
    """new, refurbished or secondhand."""
    delivery: str | None
    """The site's sentence on stock and delivery, in Dutch."""
    delivered_within_48h: bool | None
    """Whether the site promises delivery within 48 hours."""
    rating: float | None
    """Average of the reviews, out of 5; null if there are none."""
    review_count: int | None
    """Number of reviews."""
    categories: list[NlretailCategoryRef]
    """Category hierarchy, from the root down."""
    is_sponsored: bool | None
    """Whether the site shows the product as an advertisement."""
