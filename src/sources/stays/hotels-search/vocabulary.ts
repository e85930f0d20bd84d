/** The closed lists of the contract that are not filters, in its order. */

export const destinationTypes = [
  "CITY",
  "REGION",
  "DISTRICT",
  "COUNTRY",
  "AIRPORT",
  "LANDMARK",
  "HOTEL",
  "THEME",
  "LATLONG",
] as const;

const codes = (text: string): string[] => text.trim().split(/\s+/);

export const currencies = codes(`
  AED AMD ARS AUD AZN BDT BGN BHD BRL BYN CAD CHF CLP CNY COP CZK DKK EGP EUR FJD GBP GEL GHS HKD HUF IDR ILS
  INR ISK JOD JPY KGS KRW KWD KZT LAK LKR MAD MDL MXN MYR NAD NGN NOK NZD OMR PHP PKR PLN QAR RON RSD RUB SAR
  SEK SGD THB TND TRY TWD UAH USD UZS VND XOF XPF ZAR
`);

export const languages = codes(`
  ar bg ca cs da de el en-gb en-us es es-ar es-mx et fi fr he hi hr hu id is it ja ko lt lv ms nl no pl pt-br
  pt-pt ro ru sk sl sr sv th tl tr uk vi zh-cn zh-tw
`);
