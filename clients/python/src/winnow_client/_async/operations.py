# Written by `npm run docs`.
from __future__ import annotations

from functools import cached_property

from ..models.bizbureau import (
    BizbureauBusinessSearchResult, BizbureauBusinessesSearch, BizbureauLocation, BizbureauLocationsSearch,
)
from ..models.hkproperty import (
    HkpropertyEstate, HkpropertyEstatesSearch, HkpropertyEstatesUnits, HkpropertyUnit, HkpropertyValuation,
    HkpropertyValuations,
)
from ..models.jobsboard import (
    JobsboardCompanies, JobsboardCompaniesSearch, JobsboardCompany, JobsboardCompanyRef,
)
from ..models.nlretail import (
    NlretailProductsSearch, NlretailSearchProduct,
)
from ..models.ruretail import (
    RuretailCities, RuretailCity, RuretailFilter, RuretailProduct, RuretailProductsFilters, RuretailProductsSearch,
)
from ..models.stays import (
    StaysDestination, StaysDestinationsSearch, StaysFilter, StaysFilters, StaysHotelCard, StaysHotelsSearch,
)
from .operation import AsyncOperation
from .transport import AsyncTransport


class AsyncBizbureau:
    """Business directory."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @cached_property
    def businesses_search(self) -> AsyncOperation[BizbureauBusinessesSearch, BizbureauBusinessSearchResult]:
        """Businesses by keyword and location: 5 credits per 15 results. 412 when the source does not know the place, or knows it in several states.

        Business directory search by keyword and location, with optional rating, accreditation and radius filters. A business with two addresses gives two records. The site shows at most 225 results for one search."""
        return AsyncOperation(self._transport, "/api/bizbureau/businesses/search")

    @cached_property
    def locations_search(self) -> AsyncOperation[BizbureauLocationsSearch, BizbureauLocation]:
        """Locations for a business search: 1 credit per request, free if nothing is found.

        Cities and postal codes that start with a text, as the directory's own search box suggests them. Places in the United States come first. City, state and code come from the site's response, or else from the place's text. Not yet verified on the live site: the form of the response is known from public code."""
        return AsyncOperation(self._transport, "/api/bizbureau/locations/search")


class AsyncHkproperty:
    """Hong Kong residential valuation."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @cached_property
    def valuations(self) -> AsyncOperation[HkpropertyValuations, HkpropertyValuation]:
        """Valuation of one residential unit: 1 credit per request. 412 when no valuation exists for the property reference number.

        Weekly automated valuation of one Hong Kong private residential unit, identified by its property reference number, with the profile of its estate."""
        return AsyncOperation(self._transport, "/api/hkproperty/valuations")

    @cached_property
    def estates_search(self) -> AsyncOperation[HkpropertyEstatesSearch, HkpropertyEstate]:
        """Estates by name: 1 credit per request, free if nothing is found.

        Estates, phases and single buildings whose name contains a text, as the site's own search box suggests them. Not yet verified on the live site: name and code are known from public code; district, address and number of units are inferred."""
        return AsyncOperation(self._transport, "/api/hkproperty/estates/search")

    @cached_property
    def estates_units(self) -> AsyncOperation[HkpropertyEstatesUnits, HkpropertyUnit]:
        """Units of an estate: 1 credit per request, free if nothing is found. 412 when the source does not know the estate, or the estate has no such building.

        Units of an estate's buildings, floor by floor, each with the value for `unit` of the valuation. Not yet verified on the live site: buildings, floors, flats and codes are known from public code; that a valuation accepts the unit's code, and where the saleable area is, are inferred."""
        return AsyncOperation(self._transport, "/api/hkproperty/estates/units")


class AsyncJobsboard:
    """Job board."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @cached_property
    def companies(self) -> AsyncOperation[JobsboardCompanies, JobsboardCompany]:
        """Company profile by ID or URL: 5 credits per request. 412 when the ID is well formed but no such company exists.

        Company profile of a job board by company ID or profile URL, in English or Arabic: industry, size, followers, website, location, logo, About text, social profiles and recent jobs."""
        return AsyncOperation(self._transport, "/api/jobsboard/companies")

    @cached_property
    def companies_search(self) -> AsyncOperation[JobsboardCompaniesSearch, JobsboardCompanyRef]:
        """Companies by name: 1 credit per request, free if nothing is found. 412 when the source has no company list for the country.

        Companies of a country whose name contains the words, each with the URL of its profile. Winnow searches the first 20 pages of the site's company list. Not yet verified on the live site: the lists are known from public code; the site's own name search, and where a card has industry and location, are inferred."""
        return AsyncOperation(self._transport, "/api/jobsboard/companies/search")


class AsyncNlretail:
    """Dutch retailer."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @cached_property
    def products_search(self) -> AsyncOperation[NlretailProductsSearch, NlretailSearchProduct]:
        """Products by keyword: 10 credits per 20 results.

        Products of a Dutch retailer for a search text, in the site's order. `is_sponsored` marks advertisements. A product that the site lists twice is returned once, at its first place."""
        return AsyncOperation(self._transport, "/api/nlretail/products/search")


class AsyncRuretail:
    """Russian electronics retailer."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @cached_property
    def products_search(self) -> AsyncOperation[RuretailProductsSearch, RuretailProduct]:
        """Products of an electronics retailer by keyword, for one city: 1 credit per request. 412 when the source's search returned no result container.

        Searches a Russian electronics retailer and returns its product cards with price, loyalty price, discount, rating, stock, pickup days, labels and key properties, for one city. A filter that the site does not apply is an error, never ignored."""
        return AsyncOperation(self._transport, "/api/ruretail/products/search")

    @cached_property
    def products_filters(self) -> AsyncOperation[RuretailProductsFilters, RuretailFilter]:
        """Filters for a product search: brands, facets and prices: 1 credit per request, free if nothing is found. 412 when the source's search returned no result container.

        Filters that the site offers for a search, each with the number of matching products. `filter` is an entry for `filters` of `/api/ruretail/products/search`; brands and fixed lists have their own parameter. Not yet verified on the live site: the form was seen on category pages; that a search uses the same form is known from public code."""
        return AsyncOperation(self._transport, "/api/ruretail/products/filters")

    @cached_property
    def cities(self) -> AsyncOperation[RuretailCities, RuretailCity]:
        """Cities of the retailer, for a product search: 1 credit per request, free if nothing is found.

        Cities by name, with the code for `city` of `/api/ruretail/products/search`. Not yet verified on the live site: the lookup by name is known from public code, and the form of its response is inferred."""
        return AsyncOperation(self._transport, "/api/ruretail/cities")


class AsyncStays:
    """Lodging search."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @cached_property
    def hotels_search(self) -> AsyncOperation[StaysHotelsSearch, StaysHotelCard]:
        """Hotels and other lodging in a destination: 5 credits per 25 results. 412 when the destination is not found.

        Properties in a destination with price and room for a stay, in the site's order. Without dates, prices are null. If the site does not offer or accept a filter, the request fails with 422 and names it: no filter is silently ignored."""
        return AsyncOperation(self._transport, "/api/stays/hotels/search")

    @cached_property
    def destinations_search(self) -> AsyncOperation[StaysDestinationsSearch, StaysDestination]:
        """Destinations by name, for a hotel search: 1 credit per request, free if nothing is found.

        Destinations that the site suggests for a text, in the site's order. Use `id` and `destination_type` as `destination_id` and `destination_type` of `/api/stays/hotels/search`. Search a country by its name. That the site gives up to 50 of them is inferred."""
        return AsyncOperation(self._transport, "/api/stays/destinations/search")

    @cached_property
    def filters(self) -> AsyncOperation[StaysFilters, StaysFilter]:
        """Filters for a hotel search in a destination: 1 credit per request, free if nothing is found. 412 when the destination is not found.

        Filters that the site offers for a destination, as parameters of `/api/stays/hotels/search`: parameter, value or id, label, and number of matching properties. The site lists its usual filters for a destination; it may accept others too."""
        return AsyncOperation(self._transport, "/api/stays/filters")


class AsyncOperations:
    """Every operation of the service, by source."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.bizbureau = AsyncBizbureau(transport)
        """Business directory."""
        self.hkproperty = AsyncHkproperty(transport)
        """Hong Kong residential valuation."""
        self.jobsboard = AsyncJobsboard(transport)
        """Job board."""
        self.nlretail = AsyncNlretail(transport)
        """Dutch retailer."""
        self.ruretail = AsyncRuretail(transport)
        """Russian electronics retailer."""
        self.stays = AsyncStays(transport)
        """Lodging search."""
