# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

class NlretailProductsSearch(TypedDict):
    keyword: str
    """Search text."""
    count: int
    """Most records to return."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""


_NlretailSearchProductFields = TypedDict("_NlretailSearchProductFields", {"@type": Literal["NlretailSearchProduct"]})


class NlretailSearchProduct(_NlretailSearchProductFields):
    id: str
    name: str | None
    url: str | None
    image: str | None
    brand: str | None
    brand_url: str | None
    price: float | None
    """Current price in euro."""
    list_price: float | None
    """Reference price, if the site shows one."""
    condition: str | None
    """new, refurbished or secondhand."""
    delivery: str | None
    delivered_within_48h: bool | None
    rating: float | None
    """Average of the reviews, out of 5."""
    review_count: int | None
    categories: list[NlretailCategoryRef]
    """Category hierarchy, from the root down."""
    is_sponsored: bool | None


_NlretailCategoryRefFields = TypedDict("_NlretailCategoryRefFields", {"@type": Literal["NlretailCategoryRef"]})


class NlretailCategoryRef(_NlretailCategoryRefFields):
    id: str | None
    name: str | None
