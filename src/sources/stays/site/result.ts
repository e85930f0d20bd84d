import type { Property } from "./catalogue.ts";
import { distanceWords, fill, phrasesIn, scoreLabel } from "./phrases.ts";
import { exchangeRate, formatMoney, isSoldOut, type Stay, totalPrice } from "./prices.ts";
import type { Understood } from "./understood.ts";

const typed = <T extends object>(__typename: string, fields: T) => ({ __typename, ...fields });
const words = (translation: string | null) => typed("TranslationTag", { translation });

/** One property as the site sends it: with prices and a room if there are dates and the property is available. */
export function searchResult(property: Property, search: Understood, isBeyondArea: boolean) {
  const { stay, language } = search;
  const isFree = stay !== null && !isSoldOut(property, stay);
  const { city, district } = property;
  const phrases = phrasesIn(language);
  const distance = (meters: number | null, phrase: string) =>
    meters === null ? null : fill(phrase, distanceWords(meters, language));
  return typed("SearchResultProperty", {
    basicPropertyData: typed("BasicPropertyData", {
      accommodationTypeId: property.typeId,
      id: property.id,
      location: typed("Location", {
        address: property.address,
        city: city.name,
        countryCode: city.countryCode,
        ...(property.hasCoordinates && { latitude: property.latitude, longitude: property.longitude }),
      }),
      pageName: property.alias,
      ufi: city.id,
      photos: typed("PropertyPhotos", { main: photoOf(property.photo) }),
      reviews: typed("Reviews", {
        totalScore: property.score ?? 0,
        reviewsCount: property.reviews,
        totalScoreTextTag: words(property.score === null ? "" : scoreLabel(property.score, language)),
        showScore: property.score !== null,
      }),
      starRating:
        property.stars === null
          ? null
          : typed("StarRating", { value: property.stars, symbol: property.starSymbol, caption: words(null) }),
    }),
    displayName: typed("TextWithTranslationTag", { text: property.name, translationTag: words(null) }),
    location: typed("SearchResultsPropertyLocation", {
      displayLocation: district ? `${district.name}, ${city.name}` : city.name,
      mainDistance: distance(property.metersFromCenter, phrases.distance),
      publicTransportDistanceDescription: null,
      beachDistance: distance(property.metersFromBeach, phrases.beach),
      isCentrallyLocated: property.metersFromCenter < 1_000,
      popularFreeDistrictName: null,
    }),
    mealPlanIncluded:
      property.meals[0] === "1"
        ? typed("MealPlanIncluded", { mealPlanType: "MEAL_PLAN", text: phrases.breakfast })
        : null,
    persuasion: typed("SearchResultPersuasion", { autoextended: isBeyondArea }),
    policies: typed("Policies", {
      showFreeCancellation: property.policies.includes("2"),
      showNoPrepayment: property.policies.includes("5"),
      showPetsAllowedForFree: property.petsForFree,
    }),
    hostTraderLabel: property.trader,
    soldOutInfo: typed("SoldOutInfo", { isSoldOut: stay !== null && !isFree, messages: [] }),
    propertySustainability: typed("SrPropertySustainability", {
      isSustainable: property.isSustainable,
      certifications: property.certifications.length
        ? property.certifications.map((name) => typed("Certification", { name }))
        : null,
    }),
    ...(isFree
      ? offer(property, search, stay)
      : { matchingUnitConfigurations: null, blocks: [], priceDisplayInfoIrene: null }),
  });
}

function photoOf(photo: number) {
  const path = (size: string, ending: string) =>
    typed("PhotoResource", {
      relativeUrl: `/xdata/images/hotel/${size}/${photo}.${ending}?k=${photo.toString(16)}&o=`,
    });
  return typed("Photo", {
    highResUrl: path("square600", "webp"),
    lowResUrl: path("square240", "webp"),
    highResJpegUrl: path("square600", "jpg"),
    lowResJpegUrl: path("square240", "jpg"),
    tags: [{ __ref: `PhotoTag:${photo % 5}` }],
  });
}

function offer(property: Property, search: Understood, stay: Stay) {
  const { currency, language, party } = search;
  const { room } = property;
  const phrases = phrasesIn(language);
  const total = totalPrice(property, stay, party, currency);
  const isImperial = language === "en-us";
  const area =
    room.squareMeters === null
      ? null
      : typed("LocalizedArea", {
          localizedArea: (isImperial ? Math.round(room.squareMeters * 10.7639) : room.squareMeters).toLocaleString(
            "en-us",
          ),
          unit: isImperial ? "ft²" : "m²",
        });
  const unit = {
    nbAllBeds: room.beds,
    nbBathrooms: room.bathrooms,
    nbBedrooms: room.bedrooms,
    nbKitchens: room.kitchens,
    nbLivingrooms: room.livingRooms,
    nbUnits: party.rooms,
    localizedArea: area,
  };
  const left = property.id % 9;
  return {
    matchingUnitConfigurations: typed("MatchingUnitConfigurations", {
      commonConfiguration: typed("UnitConfiguration", { name: null, unitId: 0, ...unit }),
      unitConfigurations: [typed("UnitConfiguration", { name: phrases.rooms[room.name], unitId: room.id, ...unit })],
    }),
    blocks: [
      typed("Block", {
        blockId: typed("BlockId", { roomId: String(room.id), occupancy: party.adults, mealPlanId: 0 }),
        finalPrice: typed("Price", { amount: total, currency }),
        onlyXLeftMessage: left > 0 && left < 6 ? words(fill(phrases.left, left)) : null,
        freeCancellationUntil: property.policies.includes("2") ? `${stay.checkin}T00:00:00Z` : null,
      }),
    ],
    priceDisplayInfoIrene: pricesOf(property, search, stay, total),
  };
}

function pricesOf(property: Property, { currency, language, party }: Understood, stay: Stay, total: number) {
  const amount = (value: number) =>
    typed("PriceDisplayIrene", {
      amount: value ? formatMoney(value, currency, language) : "",
      amountUnformatted: value,
      currency: value ? currency : "",
    });
  const aggregated = (value: number, copy: string | null) =>
    typed("PriceDisplayAggregatedIrene", { copy: words(copy), amountPerStay: amount(value) });
  const before = property.discount ? total / (1 - property.discount) : 0;
  const charges = property.chargesEuro * exchangeRate(currency) * stay.nights * party.adults;
  return typed("PriceDisplayInfoIrene", {
    displayPrice: aggregated(total, null),
    averagePricePerNight: amount(0),
    priceBeforeDiscount: aggregated(before, before ? `× ${fill(phrasesIn(language).nights, stay.nights)}` : null),
    excludedCharges: typed("ExcludeChargesIrene", { excludeChargesAggregated: aggregated(charges, null) }),
  });
}
