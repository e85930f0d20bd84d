# Written by `npm run docs`.
from __future__ import annotations

from ..models.bizbureau import (
    BizbureauBusinessSearchResult,
    BizbureauBusinessesSearch,
    BizbureauLocation,
    BizbureauLocationsSearch,
)
from ..models.hkproperty import (
    HkpropertyEstate,
    HkpropertyEstatesSearch,
    HkpropertyEstatesUnits,
    HkpropertyUnit,
    HkpropertyValuation,
    HkpropertyValuations,
)
from ..models.jobsboard import (
    JobsboardCompanies,
    JobsboardCompaniesSearch,
    JobsboardCompany,
    JobsboardCompanyRef,
)
from ..models.nlretail import (
    NlretailProductsSearch,
    NlretailSearchProduct,
)
from ..models.ruretail import (
    RuretailCities,
    RuretailCity,
    RuretailFilter,
    RuretailProduct,
    RuretailProductsFilters,
    RuretailProductsSearch,
)
from ..models.stays import (
    StaysDestination,
    StaysDestinationsSearch,
    StaysFilter,
    StaysFilters,
    StaysHotelCard,
    StaysHotelsSearch,
)
from .operation import Operation
from .transport import Transport


class Bizbureau:
    """Business directory."""

    def __init__(self, transport: Transport) -> None:
        self.businesses_search: Operation[
            BizbureauBusinessesSearch, BizbureauBusinessSearchResult
        ] = Operation(transport, "/api/bizbureau/businesses/search")
        """Businesses by keyword and location: 5 credits per 15 results. 412 when the source knows no such place, or knows it in several states.

        Business directory search by keyword and location, with optional rating, accreditation and radius filters. A business at two addresses is two records. One search of the site holds at most 225 results."""
        self.locations_search: Operation[
            BizbureauLocationsSearch, BizbureauLocation
        ] = Operation(transport, "/api/bizbureau/locations/search")
        """Places that a business search can be in: 1 credit per request, 0 where nothing is found.

        Cities and codes that begin with a text, as the directory's own search box suggests them, those of the United States first. The form of the site's answer is known from public code: each place's text was seen, its city, state and code are read where the site gives them, else taken from the text (inferred)."""


class Hkproperty:
    """Hong Kong residential valuation."""

    def __init__(self, transport: Transport) -> None:
        self.valuations: Operation[
            HkpropertyValuations, HkpropertyValuation
        ] = Operation(transport, "/api/hkproperty/valuations")
        """Valuation of one residential unit: 1 credit per request. 412 when no valuation exists for the property reference number.

        Weekly automated valuation of one Hong Kong private residential unit, identified by its property reference number, with the profile of its estate."""
        self.estates_search: Operation[
            HkpropertyEstatesSearch, HkpropertyEstate
        ] = Operation(transport, "/api/hkproperty/estates/search")
        """Estates by name: 1 credit per request, 0 where nothing is found.

        Estates, phases and single buildings whose name has a text, as the site's own search box suggests them. Name and code are known from public code; district, address and number of units are given where the site says them (inferred), else null."""
        self.estates_units: Operation[
            HkpropertyEstatesUnits, HkpropertyUnit
        ] = Operation(transport, "/api/hkproperty/estates/units")
        """Units of an estate: 1 credit per request, 0 where nothing is found. 412 when the source knows no such estate, or the estate has no such building.

        The units of an estate's buildings, floor by floor, each with what `unit` of the valuations takes. Buildings, floors, flats and codes are known from public code. That the valuations take a unit's code, and where its saleable area stands, is inferred."""


class Jobsboard:
    """Job board."""

    def __init__(self, transport: Transport) -> None:
        self.companies: Operation[
            JobsboardCompanies, JobsboardCompany
        ] = Operation(transport, "/api/jobsboard/companies")
        """Company profile by ID or URL: 5 credits per request. 412 when the ID is well formed but no such company exists.

        Company profile of a job board by company ID or profile URL, in English or Arabic: industry, size, followers, website, location, logo, About text, social profiles and recent jobs."""
        self.companies_search: Operation[
            JobsboardCompaniesSearch, JobsboardCompanyRef
        ] = Operation(transport, "/api/jobsboard/companies/search")
        """Companies by name: 1 credit per request, 0 where nothing is found. 412 when the source has no list of the country's companies.

        Companies of a country's list whose name has the words, each with the address of its profile. That there are such lists, with cards and a link to the next page, is known from public code. That the site looks for a name itself, and where a card has industry and place, is inferred; names are compared here too, in the first 20 pages of the list."""


class Nlretail:
    """Dutch retailer."""

    def __init__(self, transport: Transport) -> None:
        self.products_search: Operation[
            NlretailProductsSearch, NlretailSearchProduct
        ] = Operation(transport, "/api/nlretail/products/search")
        """Product cards by keyword: 10 credits per 20 results.

        Product cards of a Dutch retailer for a search text, in the site's order. Sponsored cards are marked; a product that is listed twice is given once, as it came first."""


class Ruretail:
    """Russian electronics retailer."""

    def __init__(self, transport: Transport) -> None:
        self.products_search: Operation[
            RuretailProductsSearch, RuretailProduct
        ] = Operation(transport, "/api/ruretail/products/search")
        """Product cards of an electronics retailer by keyword, for one city: 1 credit per request. 412 when the source's search returned no result container.

        Searches a Russian electronics retailer and returns its product cards with price, loyalty price, discount, rating, stock, pickup days, labels and key properties, as they are in one city. Filters that the site does not apply are refused rather than ignored."""
        self.products_filters: Operation[
            RuretailProductsFilters, RuretailFilter
        ] = Operation(transport, "/api/ruretail/products/filters")
        """Filters of a product search: brands, facets, prices, with the entry to send: 1 credit per request, 0 where nothing is found. 412 when the source's search returned no result container.

        What the site offers to narrow a search by, with how many products each choice leaves. `filter` is an entry for `filters` of `/api/ruretail/products/search`; brands and the closed lists have a parameter of their own. Seen in an answer of the site's category pages; that a search answers in the same form is known from public code."""
        self.cities: Operation[
            RuretailCities, RuretailCity
        ] = Operation(transport, "/api/ruretail/cities")
        """Cities of the retailer: what a product search takes as city: 1 credit per request, 0 where nothing is found.

        Cities by name, with the code that `city` of `/api/ruretail/products/search` takes. The city itself was seen in the site's pages; the lookup by name is known from public code, and the form of its answer is inferred."""


class Stays:
    """Lodging search."""

    def __init__(self, transport: Transport) -> None:
        self.hotels_search: Operation[
            StaysHotelsSearch, StaysHotelCard
        ] = Operation(transport, "/api/stays/hotels/search")
        """Lodging search in a destination: 5 credits per 25 results. 412 when the destination is not found.

        Properties of a destination with the price and the room for a stay, in the site's order. Prices are null without dates. A filter that the site does not offer or does not take is refused by name: nothing is dropped in silence."""
        self.destinations_search: Operation[
            StaysDestinationsSearch, StaysDestination
        ] = Operation(transport, "/api/stays/destinations/search")
        """Destinations by name: what a hotels search takes as destination_id: 1 credit per request, 0 where nothing is found.

        What the site suggests for a text, in the site's order. `id` and `destination_type` are what `/api/stays/hotels/search` takes as `destination_id` and `destination_type`; a country is searched by its name. How many suggestions the site gives at most is not known."""
        self.filters: Operation[
            StaysFilters, StaysFilter
        ] = Operation(transport, "/api/stays/filters")
        """Filters that a destination knows, as the parameters of a hotels search: 1 credit per request, 0 where nothing is found. 412 when the destination is not found.

        What the site offers to filter by at a destination, in the words of `/api/stays/hotels/search`: the parameter, the value or id that it takes, the label in the language asked for and how many properties would be left. The site shows the usual filters of a place; others may be taken all the same."""


class Operations:
    """Every operation of the service, by source."""

    def __init__(self, transport: Transport) -> None:
        self.bizbureau = Bizbureau(transport)
        """Business directory."""
        self.hkproperty = Hkproperty(transport)
        """Hong Kong residential valuation."""
        self.jobsboard = Jobsboard(transport)
        """Job board."""
        self.nlretail = Nlretail(transport)
        """Dutch retailer."""
        self.ruretail = Ruretail(transport)
        """Russian electronics retailer."""
        self.stays = Stays(transport)
        """Lodging search."""
