# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

class RuretailProductsSearch(TypedDict):
    query: str
    """Search text."""
    count: int
    """Most records to return."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""
    city: NotRequired[str]
    """City code. Prices and stock are for this city. Default "msk_cl"."""
    with_images: NotRequired[bool]
    """Fill `images` with all pictures; `image` is always filled. Default False."""
    sort: NotRequired[RuretailProductsSearchSort]
    """Order of the results. Default "relevance"."""
    price_min: NotRequired[int | None]
    """Lowest price, in roubles."""
    price_max: NotRequired[int | None]
    """Highest price, in roubles."""
    availability: NotRequired[list[RuretailProductsSearchAvailability]]
    """Ways to get the product. With several, a product needs at least one."""
    status: NotRequired[list[RuretailProductsSearchStatus]]
    """Marketing statuses. With several, a product needs at least one."""
    min_rating: NotRequired[RuretailProductsSearchMinRating | None]
    """Lowest rating."""
    min_discount: NotRequired[RuretailProductsSearchMinDiscount | None]
    """Lowest discount, in percent."""
    brands: NotRequired[list[str]]
    """Brands, by name or by the site's slug."""
    filters: NotRequired[list[str]]
    """Facets, each `<group id>:<option id>`."""


RuretailProductsSearchSort = Literal[
    "relevance",
    "price_asc",
    "price_desc",
    "discount",
    "rating",
    "opinions",
    "reviews",
]


RuretailProductsSearchAvailability = Literal["pickup", "pickup_now", "delivery"]


RuretailProductsSearchStatus = Literal["on_sale", "installment", "new", "hit", "sale", "clearance"]


RuretailProductsSearchMinRating = Literal["3.0", "3.5", "4.0", "4.5"]


RuretailProductsSearchMinDiscount = Literal["5", "10", "20", "35"]


_RuretailProductFields = TypedDict("_RuretailProductFields", {"@type": Literal["RuretailProduct"]})


class RuretailProduct(_RuretailProductFields):
    id: str
    city: str | None
    """City code."""
    city_name: str | None
    name: str | None
    short_name: str | None
    alias: str | None
    url: str | None
    brand: RuretailBrandRef | None
    category: RuretailCategoryRef | None
    price: float | None
    """Current price."""
    old_price: float | None
    """Price before discount."""
    club_price: float | None
    """Loyalty-club price."""
    club_price_view_type: str | None
    discount_percent: int | None
    bonus_points: int | None
    sbp_bonus: int | None
    is_fair_price: bool | None
    currency: str
    """Default "RUB"."""
    is_available: bool | None
    is_discount: bool | None
    rating: float | None
    opinion_count: int | None
    review_count: int | None
    stock_in_stores: int | None
    max_stock_in_store: int | None
    pickup_points: list[RuretailPickupSummary]
    image: str | None
    images: list[str]
    labels: list[RuretailLabel]
    key_properties: list[RuretailProperty]
    pack_size: int | None
    supplier_pack_size: int | None
    has_analog_products: bool | None
    access_mode: str | None


_RuretailBrandRefFields = TypedDict("_RuretailBrandRefFields", {"@type": Literal["RuretailBrandRef"]})


class RuretailBrandRef(_RuretailBrandRefFields):
    id: str | None
    name: str | None
    alias: str | None
    url: str | None
    image: str | None
    vendor_site: str | None


_RuretailCategoryRefFields = TypedDict("_RuretailCategoryRefFields", {"@type": Literal["RuretailCategoryRef"]})


class RuretailCategoryRef(_RuretailCategoryRefFields):
    id: str | None
    name: str | None
    alias: str | None
    url: str | None


_RuretailPickupSummaryFields = TypedDict("_RuretailPickupSummaryFields", {"@type": Literal["RuretailPickupSummary"]})


class RuretailPickupSummary(_RuretailPickupSummaryFields):
    delivery_date: str | None
    """YYYY-MM-DD."""
    store_count: int | None


_RuretailLabelFields = TypedDict("_RuretailLabelFields", {"@type": Literal["RuretailLabel"]})


class RuretailLabel(_RuretailLabelFields):
    kind: str | None
    name: str | None
    url: str | None
    action_id: str | None
    expires_at: str | None


_RuretailPropertyFields = TypedDict("_RuretailPropertyFields", {"@type": Literal["RuretailProperty"]})


class RuretailProperty(_RuretailPropertyFields):
    name: str
    value: str
    measure: str | None
    group: str | None


class RuretailProductsFilters(TypedDict):
    query: str
    """Search text. Each search has its own filters."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""
    city: NotRequired[str]
    """City code. Prices and stock are for this city. Default "msk_cl"."""


_RuretailFilterFields = TypedDict("_RuretailFilterFields", {"@type": Literal["RuretailFilter"]})


class RuretailFilter(_RuretailFilterFields):
    group_id: str
    group_name: str | None
    option_id: str | None
    """Null for a range."""
    label: str | None
    product_count: int | None
    """Products of this search that match."""
    filter: str | None
    """Entry for `filters` of the product search."""
    parameter: str | None
    """The search's own parameter for this filter, if it has one: `brands`, `availability`, `price_min`, ..."""
    value: str | None
    """Value for that parameter."""
    min_value: float | None
    """Lowest value of a range."""
    max_value: float | None
    """Highest value of a range."""
    unit: str | None


class RuretailCities(TypedDict):
    query: NotRequired[str | None]
    """Name of a city, or its start. Without it you get the cities that the site lists."""
    count: NotRequired[int]
    """Most records to return. Default 20."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""


_RuretailCityFields = TypedDict("_RuretailCityFields", {"@type": Literal["RuretailCity"]})


class RuretailCity(_RuretailCityFields):
    code: str
    """Value for `city` of the product search."""
    name: str | None
    region: str | None
