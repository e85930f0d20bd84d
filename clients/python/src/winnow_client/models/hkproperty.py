# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

HkpropertyValuationsLang = Literal["hk", "sc", "en"]


class HkpropertyValuations(TypedDict):
    unit: str
    """The unit's property reference number, or the site's own code for it."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""
    lang: NotRequired[HkpropertyValuationsLang]
    """Traditional Chinese (hk), simplified Chinese (sc) or English (en). Default "hk"."""


_HkpropertyNearbyPlaceFields = TypedDict("_HkpropertyNearbyPlaceFields", {"@type": Literal["HkpropertyNearbyPlace"]})


class HkpropertyNearbyPlace(_HkpropertyNearbyPlaceFields):
    kind: str | None
    """mtr, mall, park, carpark, ev_charging or university."""
    name: str | None
    """Name of the place."""
    walk_minutes: int | None
    """Walking time from the estate, in minutes."""
_HkpropertySchoolNetFields = TypedDict("_HkpropertySchoolNetFields", {"@type": Literal["HkpropertySchoolNet"]})


class HkpropertySchoolNet(_HkpropertySchoolNetFields):
    primary_school_net: str | None
    """Number of the primary school net."""
    primary_school_url: str | None
    """URL of the site's page on that net."""
    secondary_school_district: str | None
    """District for secondary schools."""
    secondary_school_url: str | None
    """URL of the site's page on that district."""
_HkpropertyValuationFields = TypedDict("_HkpropertyValuationFields", {"@type": Literal["HkpropertyValuation"]})


class HkpropertyValuation(_HkpropertyValuationFields):
    id: str
    """The unit's property reference number, as the site or the request gives it."""
    unit_code: str | None
    """The site's code of the unit, 12 letters."""
    building_type_code: str | None
    """The site's code of the building: `1-` and its letters."""
    estate_name: str | None
    """Name of the estate, with its phase."""
    unit_address: str | None
    """Estate, building, floor and flat in one line."""
    location: str | None
    """Neighbourhood or district."""
    estate_url: str | None
    """URL of the estate's page."""
    valuation_at: int | None
    """Date of the estimate (unix seconds)."""
    previous_valuation_at: int | None
    """Date of the estimate before this one (unix seconds)."""
    price: float | None
    """Estimated price (HKD)."""
    price_change_percent: float | None
    """Month-on-month change of the estimate, in percent."""
    min_price: float | None
    """Lower bound of the estimate (HKD)."""
    max_price: float | None
    """Upper bound of the estimate (HKD)."""
    min_price_change_percent: float | None
    """Change of the lower bound, in percent."""
    max_price_change_percent: float | None
    """Change of the upper bound, in percent."""
    saleable_area: float | None
    """Saleable area of the unit (sq ft)."""
    saleable_price_per_sqft: float | None
    """Estimated price for each square foot of saleable area (HKD)."""
    building_group_id: str | None
    """The site's ID of the group of buildings."""
    building_group_name: str | None
    """Name of the group of buildings."""
    developer: str | None
    """Developer of the estate; several are separated by commas."""
    management_company: str | None
    """Company that manages the estate."""
    phase_count: int | None
    """Phases of the estate; 0 if it has none."""
    building_count: int | None
    """Buildings of the estate."""
    unit_count: int | None
    """Units of the estate."""
    is_pet_friendly: bool | None
    """Whether the estate allows pets."""
    facilities: list[str]
    """Facilities of the estate."""
    category_labels: list[str]
    """The site's labels of the estate, such as being near the railway."""
    shopping_mall: str | None
    """Name of the first mall among the nearby places."""
    nearby_places: list[HkpropertyNearbyPlace]
    """Nearby MTR, malls, parks, carparks."""
    school_net: HkpropertySchoolNet | None
    """School districts of the estate."""
    latitude: float | None
    """Latitude of the estate in degrees."""
    longitude: float | None
    """Longitude of the estate in degrees."""
    image: str | None
    """URL of a photo of the estate."""
HkpropertyEstatesSearchLang = HkpropertyValuationsLang


class HkpropertyEstatesSearch(TypedDict):
    query: str
    """An estate's name, or part of it."""
    lang: NotRequired[HkpropertyEstatesSearchLang]
    """Language of the names. Default "hk"."""
    count: NotRequired[int]
    """Maximum number of records to return. Default 20."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""


_HkpropertyEstateFields = TypedDict("_HkpropertyEstateFields", {"@type": Literal["HkpropertyEstate"]})


class HkpropertyEstate(_HkpropertyEstateFields):
    estate: str
    """The estate's code: the value for `estate` of the units operation."""
    name: str | None
    """Name of the estate, in the requested language."""
    district: str | None
    """District."""
    address: str | None
    """Street address. Always null so far: Winnow has seen no page of the site that has it."""
    unit_count: int | None
    """Number of units in the estate."""
HkpropertyEstatesUnitsLang = HkpropertyValuationsLang


class HkpropertyEstatesUnits(TypedDict):
    estate: str
    """The estate's code, or its full name."""
    building: NotRequired[str | None]
    """Name or code of one building. If not given, all buildings."""
    lang: NotRequired[HkpropertyEstatesUnitsLang]
    """Language of the names. Default "hk"."""
    count: NotRequired[int]
    """Maximum number of records to return. Default 20."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""


_HkpropertyUnitFields = TypedDict("_HkpropertyUnitFields", {"@type": Literal["HkpropertyUnit"]})


class HkpropertyUnit(_HkpropertyUnitFields):
    unit: str | None
    """Value for `unit` of the valuation; null if the site gives the unit no code."""
    unit_code: str | None
    """The site's code of the unit, 12 letters."""
    building: str | None
    """Name or number of the building."""
    floor: str | None
    """Floor, as the site writes it."""
    flat: str | None
    """Letter or number of the flat on its floor."""
    saleable_area: float | None
    """Saleable area (sq ft)."""
