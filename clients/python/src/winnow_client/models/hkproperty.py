# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

class HkpropertyValuations(TypedDict):
    unit: str
    """The unit's property reference number, or the site's own code for it."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""
    lang: NotRequired[HkpropertyValuationsLang]
    """Traditional Chinese (hk), simplified Chinese (sc) or English (en). Default "hk"."""


HkpropertyValuationsLang = Literal["hk", "sc", "en"]


_HkpropertyValuationFields = TypedDict("_HkpropertyValuationFields", {"@type": Literal["HkpropertyValuation"]})


class HkpropertyValuation(_HkpropertyValuationFields):
    id: str
    unit_code: str | None
    building_type_code: str | None
    estate_name: str | None
    unit_address: str | None
    location: str | None
    estate_url: str | None
    valuation_at: int | None
    """Unix seconds."""
    previous_valuation_at: int | None
    """Unix seconds."""
    price: float | None
    """Estimated price."""
    price_change_percent: float | None
    """Month-on-month change."""
    min_price: float | None
    """Lower bound of the estimate."""
    max_price: float | None
    """Upper bound of the estimate."""
    min_price_change_percent: float | None
    max_price_change_percent: float | None
    saleable_area: float | None
    saleable_price_per_sqft: float | None
    building_group_id: str | None
    building_group_name: str | None
    developer: str | None
    management_company: str | None
    phase_count: int | None
    building_count: int | None
    unit_count: int | None
    is_pet_friendly: bool | None
    facilities: list[str]
    category_labels: list[str]
    shopping_mall: str | None
    nearby_places: list[HkpropertyNearbyPlace]
    """Nearby MTR, malls, parks, carparks."""
    school_net: HkpropertySchoolNet | None
    latitude: float | None
    longitude: float | None
    image: str | None


_HkpropertyNearbyPlaceFields = TypedDict("_HkpropertyNearbyPlaceFields", {"@type": Literal["HkpropertyNearbyPlace"]})


class HkpropertyNearbyPlace(_HkpropertyNearbyPlaceFields):
    kind: str | None
    """mtr, mall, park, carpark, ev_charging or university."""
    name: str | None
    walk_minutes: int | None


_HkpropertySchoolNetFields = TypedDict("_HkpropertySchoolNetFields", {"@type": Literal["HkpropertySchoolNet"]})


class HkpropertySchoolNet(_HkpropertySchoolNetFields):
    primary_school_net: str | None
    primary_school_url: str | None
    secondary_school_district: str | None
    secondary_school_url: str | None


class HkpropertyEstatesSearch(TypedDict):
    query: str
    """An estate's name, or part of it."""
    lang: NotRequired[HkpropertyEstatesSearchLang]
    """Language of the names. Default "hk"."""
    count: NotRequired[int]
    """Most records to return. Default 20."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""


HkpropertyEstatesSearchLang = Literal["hk", "sc", "en"]


_HkpropertyEstateFields = TypedDict("_HkpropertyEstateFields", {"@type": Literal["HkpropertyEstate"]})


class HkpropertyEstate(_HkpropertyEstateFields):
    estate: str
    """The estate's code: the value for `estate` of the units operation."""
    name: str | None
    district: str | None
    address: str | None
    unit_count: int | None


class HkpropertyEstatesUnits(TypedDict):
    estate: str
    """The estate's code, or its full name."""
    building: NotRequired[str | None]
    """Name or code of one building. If not given, all buildings."""
    lang: NotRequired[HkpropertyEstatesUnitsLang]
    """Language of the names. Default "hk"."""
    count: NotRequired[int]
    """Most records to return. Default 20."""
    timeout: NotRequired[int]
    """Most seconds the request may run; after that you get 408. Default 300."""


HkpropertyEstatesUnitsLang = Literal["hk", "sc", "en"]


_HkpropertyUnitFields = TypedDict("_HkpropertyUnitFields", {"@type": Literal["HkpropertyUnit"]})


class HkpropertyUnit(_HkpropertyUnitFields):
    unit: str | None
    """Value for `unit` of the valuation; null if the site gives the unit no code."""
    unit_code: str | None
    building: str | None
    floor: str | None
    flat: str | None
    saleable_area: float | None
