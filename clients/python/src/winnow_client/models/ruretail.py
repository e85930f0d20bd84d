# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

RuretailProductsSearchSort = Literal[
    "relevance", "price_asc", "price_desc", "discount", "rating", "opinions", "reviews",
]
RuretailProductsSearchAvailability = Literal["pickup", "pickup_now", "delivery"]
RuretailProductsSearchStatus = Literal["on_sale", "installment", "new", "hit", "sale", "clearance"]
RuretailProductsSearchMinRating = Literal["3.0", "3.5", "4.0", "4.5"]
RuretailProductsSearchMinDiscount = Literal["5", "10", "20", "35"]


class RuretailProductsSearch(TypedDict):
    query: str
    """Search text."""
    count: int
    """Maximum number of records to return."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""
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


_RuretailBrandRefFields = TypedDict("_RuretailBrandRefFields", {"@type": Literal["RuretailBrandRef"]})


class RuretailBrandRef(_RuretailBrandRefFields):
    id: str | None
    """The site's ID of the brand."""
    name: str | None
    """Name of the brand."""
    alias: str | None
    """Name of the brand in URLs."""
    url: str | None
    """URL of the brand's page. Always null so far: Winnow has seen no page of the site that has it."""
    image: str | None
    """URL of the brand's logo. Always null so far: Winnow has seen no page of the site that has it."""
    vendor_site: str | None
    """URL of the manufacturer's website. Always null so far: Winnow has seen no page of the site that has it."""
_RuretailCategoryRefFields = TypedDict("_RuretailCategoryRefFields", {"@type": Literal["RuretailCategoryRef"]})


class RuretailCategoryRef(_RuretailCategoryRefFields):
    id: str | None
    """The site's ID of the category."""
    name: str | None
    """Name of the category, in Russian."""
    alias: str | None
    """Name of the category in URLs."""
    url: str | None
    """URL of the category's page."""
_RuretailPickupSummaryFields = TypedDict("_RuretailPickupSummaryFields", {"@type": Literal["RuretailPickupSummary"]})


class RuretailPickupSummary(_RuretailPickupSummaryFields):
    delivery_date: str | None
    """Day of pickup, YYYY-MM-DD."""
    store_count: int | None
    """Stores where the product can be picked up on that day."""
_RuretailLabelFields = TypedDict("_RuretailLabelFields", {"@type": Literal["RuretailLabel"]})


class RuretailLabel(_RuretailLabelFields):
    kind: str | None
    """The site's kind of label: INSTALLMENT, BONUS, PROMOCODE, CUSTOM, ..."""
    name: str | None
    """Text of the label, in Russian."""
    url: str | None
    """URL of the promotion."""
    action_id: str | None
    """The site's ID of the promotion."""
    expires_at: str | None
    """ISO 8601 time at which the promotion ends."""
_RuretailPropertyFields = TypedDict("_RuretailPropertyFields", {"@type": Literal["RuretailProperty"]})


class RuretailProperty(_RuretailPropertyFields):
    name: str
    """Name of the property, in Russian."""
    value: str
    """Value of the property."""
    measure: str | None
    """Unit of the value, if the site gives it apart."""
    group: str | None
    """Heading under which the site lists the property."""
_RuretailProductFields = TypedDict("_RuretailProductFields", {"@type": Literal["RuretailProduct"]})


class RuretailProduct(_RuretailProductFields):
    id: str
    """The site's ID of the product."""
    city: str | None
    """City code: prices and stock are those of this city."""
    city_name: str | None
    """Name of the city, in Russian."""
    name: str | None
    """Full name, in Russian."""
    short_name: str | None
    """Name as a card shows it."""
    alias: str | None
    """Name of the product in its URL."""
    url: str | None
    """URL of the product's page."""
    brand: RuretailBrandRef | None
    """Brand."""
    category: RuretailCategoryRef | None
    """Category in which the site lists the product."""
    price: float | None
    """Current price in `currency`; null if the product is not for sale now."""
    old_price: float | None
    """Price before the discount, in `currency`; null if there is none."""
    club_price: float | None
    """Price for members of the loyalty club, in `currency`; null if the site shows none."""
    club_price_view_type: str | None
    """The site's code for how it shows the club price: PRICE_IN_RUB, SKIP (hidden), ..."""
    discount_percent: int | None
    """Discount in percent; null if there is none."""
    bonus_points: int | None
    """Loyalty points that a purchase earns."""
    sbp_bonus: int | None
    """By its name, a bonus for paying by SBP, Russia's instant payment system. Always null so far: Winnow has seen no page of the site that has it."""
    is_fair_price: bool | None
    """Whether the site marks the price as fair; it does not say how it judges."""
    currency: str
    """ISO 4217 code of the currency of the prices. Default "RUB"."""
    is_available: bool | None
    """Whether the product can be bought now."""
    is_discount: bool | None
    """Whether these are marked-down goods."""
    rating: float | None
    """Average of the opinions, out of 5; null if there are none."""
    opinion_count: int | None
    """Number of customers' opinions."""
    review_count: int | None
    """Number of reviews, which the site counts apart from opinions."""
    stock_in_stores: int | None
    """The site's count of stock in the stores of the city."""
    max_stock_in_store: int | None
    """Most items in one place; 50 also stands for more than 50."""
    pickup_points: list[RuretailPickupSummary]
    """Stores that offer pickup, by day."""
    image: str | None
    """URL of the main picture, in the largest size offered."""
    images: list[str]
    """URLs of all pictures; empty unless `with_images` is true."""
    labels: list[RuretailLabel]
    """Promotion labels."""
    key_properties: list[RuretailProperty]
    """Main specifications."""
    pack_size: int | None
    """Number of items that are sold together."""
    supplier_pack_size: int | None
    """Number of items in the supplier's package."""
    has_analog_products: bool | None
    """Whether the site offers similar products; only rendered cards show it."""
    access_mode: str | None
    """The site's code for who may buy the product. Always null so far: Winnow has seen no page of the site that has it."""


class RuretailProductsFilters(TypedDict):
    query: str
    """Search text. Each search has its own filters."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""
    city: NotRequired[str]
    """City code. Prices and stock are for this city. Default "msk_cl"."""


_RuretailFilterFields = TypedDict("_RuretailFilterFields", {"@type": Literal["RuretailFilter"]})


class RuretailFilter(_RuretailFilterFields):
    group_id: str
    """The site's ID of the group of filters."""
    group_name: str | None
    """Name of the group, in Russian."""
    option_id: str | None
    """The site's ID of the option; null for a range."""
    label: str | None
    """Name of the option or of the range, in Russian."""
    product_count: int | None
    """Products of this search that match."""
    filter: str | None
    """Entry for `filters` of the product search."""
    parameter: str | None
    """The search's own parameter for this filter, if it has one: `brands`, `availability`, `price_min`, ..."""
    value: str | None
    """Value for that parameter."""
    min_value: float | None
    """Lowest value of a range, in `unit`."""
    max_value: float | None
    """Highest value of a range, in `unit`."""
    unit: str | None
    """Unit of a range, as the site writes it."""


class RuretailCities(TypedDict):
    query: NotRequired[str | None]
    """Name of a city, or its start. Without it you get the cities that the site lists."""
    count: NotRequired[int]
    """Maximum number of records to return. Default 20."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""


_RuretailCityFields = TypedDict("_RuretailCityFields", {"@type": Literal["RuretailCity"]})


class RuretailCity(_RuretailCityFields):
    code: str
    """Value for `city` of the product search."""
    name: str | None
    """Name of the city, in Russian."""
    region: str | None
    """Region in which the city lies, in Russian."""
