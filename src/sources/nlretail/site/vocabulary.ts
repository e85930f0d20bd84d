/** What the stand-in's catalogue is made of. */
export interface Shelf {
  /** Names from the root down. */
  path: [string, string, string];
  nouns: string[];
  brands: string[];
  features: string[];
  /** Euro. */
  from: number;
  to: number;
}

const shelf = (path: string, nouns: string, brands: string, features: string, from: number, to: number): Shelf => ({
  path: path.split(" > ") as Shelf["path"],
  nouns: nouns.split(", "),
  brands: brands.split(", "),
  features: features.split(", "),
  from,
  to,
});

const KITCHEN = "Brandaris, Keukenmaat, Van Dalen, Roerdomp, Huys & Haard, Novello, Zilverberg";
const SOUND = "Klankvol, Sonora, Aurelio, Toonkamer, Basstation, Vibra";
const SCREENS = "Lumeo, Beeldlijn, Pixelaar, Norvik, Optiva";
const TOOLS = "Werkbank, Staalhart, Boormeester, Kraan & Co, Duurzaam Gereedschap, Krachtpatser";
const HOME = "Huislief, Wolderwijd, Linnenkast, Dromenland, Noorderlicht, Stoer Wonen";
const CHILD = "Kikkerbeet, Speelgoud, Vlinderdas, Pluizebol, Kleine Reus";
const SPORT = "Buitenlucht, Duinpan, Tempo, Klimgeit, Wielerbaan, Veerkracht";
const GARDEN = "Groene Vingers, Tuinhart, Boomgaard, Zonneveld, Kas & Co";
const CARE = "Zacht & Zuiver, Verzorgd, Frisling, Balsem, Amandelhof";
const PETS = "Snuffel, Trouwe Vriend, Kattenkruid, Pootjes";
const OFFICE = "Penneveer, Kantoorgenoot, Notaris, Inktvis, Bureaulijn";
const COMPUTERS = "Rekenaar, Noordpool, Kernel & Zn, Toetsenist, Datahuis";

export const shelves: Shelf[] = [
  shelf(
    "Koken & Tafelen > Koffie & Thee > Koffiezetapparaten",
    "Koffiezetapparaat, Filterkoffiezetapparaat, Koffiezetapparaat met thermoskan",
    KITCHEN,
    "1,25 liter, 10 kopjes, Met timer, Druppelstop, Uitneembaar filter, 1000W, RVS, Warmhoudplaat",
    19,
    149,
  ),
  shelf(
    "Koken & Tafelen > Koffie & Thee > Koffiezetapparaten",
    "Koffiezetapparaat, Padkoffiezetapparaat, Klein koffiezetapparaat",
    "Brandaris, Novello, Zilverberg, Ochtendgloren, Bakkie",
    "2 kopjes tegelijk, Voor koffiepads, Automatische uitschakeling, Compact, 0,8 liter, Energiezuinig",
    29,
    129,
  ),
  shelf(
    "Koken & Tafelen > Koffie & Thee > Espressomachines",
    "Espressomachine, Volautomatische espressomachine, Pistonmachine",
    "Novello, Ochtendgloren, Crema Nord, Bakkie",
    "15 bar, Melkopschuimer, Ingebouwde bonenmolen, Touchscreen, 1,8 liter, Voorverwarmde kopjes",
    119,
    899,
  ),
  shelf(
    "Koken & Tafelen > Koffie & Thee > Waterkokers",
    "Waterkoker, Draadloze waterkoker, Glazen waterkoker",
    KITCHEN,
    "1,7 liter, 2200W, Temperatuurregeling, Kalkfilter, Ledverlichting, BPA-vrij",
    14,
    99,
  ),
  shelf(
    "Koken & Tafelen > Keukenapparatuur > Airfryers",
    "Airfryer, Heteluchtfriteuse, Dubbele airfryer",
    KITCHEN,
    "5,5 liter, 8 liter, Twee lades, Digitaal scherm, Vaatwasserbestendig, 1700W",
    49,
    249,
  ),
  shelf(
    "Koken & Tafelen > Keukenapparatuur > Blenders",
    "Blender, Staafmixer, Smoothiemaker",
    KITCHEN,
    "1000W, 1,5 liter, Glazen kan, 6 messen, IJs breken, Inclusief 2 drinkbekers",
    19,
    199,
  ),
  shelf(
    "Koken & Tafelen > Keukenapparatuur > Broodroosters",
    "Broodrooster, Broodrooster met opzetrek, Tosti-ijzer",
    KITCHEN,
    "2 sleuven, 4 sleuven, 7 standen, Ontdooifunctie, Kruimellade, 850W",
    17,
    119,
  ),
  shelf(
    "Koken & Tafelen > Pannen > Koekenpannen",
    "Koekenpan, Koekenpannenset, Wokpan",
    "Pannenhuis, Gietmeester, Zilverberg, Huys & Haard",
    "28 cm, 24 cm, Keramische antiaanbaklaag, Inductie, PFAS-vrij, Afneembare steel",
    16,
    139,
  ),
  shelf(
    "Koken & Tafelen > Pannen > Braadpannen",
    "Braadpan, Gietijzeren braadpan, Stoofpan",
    "Pannenhuis, Gietmeester, Keukenmaat",
    "24 cm, 5 liter, Geëmailleerd, Ook voor de oven, Inductie, Met deksel",
    29,
    229,
  ),
  shelf(
    "Koken & Tafelen > Serviezen > Borden & Schalen",
    "Bordenset, Dinerbord, Saladeschaal",
    "Huislief, Linnenkast, Roerdomp, Porseleinhuis",
    "6 stuks, 12 delig, Stoneware, Magnetronbestendig, Handgemaakt, 27 cm",
    12,
    99,
  ),
  shelf(
    "Elektronica > Audio > Koptelefoons",
    "Draadloze koptelefoon, Koptelefoon, Over-ear koptelefoon",
    SOUND,
    "Noise cancelling, Bluetooth 5.3, 40 uur batterij, Opvouwbaar, Met microfoon, Snelladen",
    24,
    379,
  ),
  shelf(
    "Elektronica > Audio > Oordopjes",
    "Draadloze oordopjes, Oordopjes, Sportoordopjes",
    SOUND,
    "Bluetooth 5.3, Waterdicht IPX5, Oplaadcase, 30 uur batterij, Noise cancelling, Touchbediening",
    15,
    249,
  ),
  shelf(
    "Elektronica > Audio > Speakers",
    "Bluetooth speaker, Soundbar, Boekenplankspeaker",
    SOUND,
    "20 uur batterij, Waterdicht, 30W, Stereo koppelen, Met subwoofer, Multiroom",
    29,
    499,
  ),
  shelf(
    "Elektronica > Beeld > Televisies",
    "Televisie, Smart tv, OLED televisie",
    SCREENS,
    "55 inch, 4K Ultra HD, HDR10+, 120 Hz, Met wandbeugel, Ambilicht",
    229,
    1999,
  ),
  shelf(
    "Elektronica > Beeld > Beamers",
    "Beamer, Mini beamer, Draagbare projector",
    SCREENS,
    "Full HD, 9000 lumen, Wifi en Bluetooth, Inclusief scherm, Autofocus, 200 inch",
    69,
    799,
  ),
  shelf(
    "Elektronica > Telefonie > Opladers",
    "Snellader, USB-C oplader, Draadloze oplader",
    "Stroomlijn, Voltaris, Laadpunt, Kabelmeester",
    "65W, 30W, 2 poorten, GaN, Met kabel van 2 meter, Reisstekker",
    9,
    79,
  ),
  shelf(
    "Elektronica > Telefonie > Telefoonhoesjes",
    "Telefoonhoesje, Hoesje met koord, Boekhoesje",
    "Hoezo, Kaapstander, Lederwaren Smit",
    "Schokbestendig, Transparant, Kunstleer, Met pasjeshouder, Magnetisch, Dun ontwerp",
    7,
    49,
  ),
  shelf(
    "Elektronica > Telefonie > Powerbanks",
    "Powerbank, Zonne-energie powerbank, Mini powerbank",
    "Stroomlijn, Voltaris, Laadpunt",
    "20.000 mAh, 10.000 mAh, USB-C PD, 3 poorten, Ledscherm, Vliegtuigproof",
    14,
    99,
  ),
  shelf(
    "Elektronica > Slim Huis > Deurbellen",
    "Slimme deurbel, Videodeurbel, Draadloze deurbel",
    "Wachtpost, Noorderlicht, Domovia",
    "2K beeld, Nachtzicht, Zonder abonnement, Tweewegaudio, Met gong, Bewegingsdetectie",
    24,
    229,
  ),
  shelf(
    "Elektronica > Slim Huis > Slimme verlichting",
    "Slimme lamp, Ledstrip, Slimme stekker",
    "Noorderlicht, Domovia, Lumeo",
    "E27, 16 miljoen kleuren, Dimbaar, 5 meter, Set van 4, Wifi",
    8,
    89,
  ),
  shelf(
    "Computer > Laptops > Zakelijke laptops",
    "Laptop, Zakelijke laptop, Ultrabook",
    COMPUTERS,
    "14 inch, 16 GB RAM, 512 GB SSD, Verlicht toetsenbord, 1 TB SSD, 15,6 inch",
    379,
    1799,
  ),
  shelf(
    "Computer > Randapparatuur > Toetsenborden",
    "Toetsenbord, Mechanisch toetsenbord, Draadloos toetsenbord",
    COMPUTERS,
    "QWERTY, RGB-verlichting, Stille toetsen, Compact, Oplaadbaar, Met polssteun",
    17,
    189,
  ),
  shelf(
    "Computer > Randapparatuur > Muizen",
    "Draadloze muis, Ergonomische muis, Gamemuis",
    COMPUTERS,
    "Verticaal, 12.000 dpi, Stil klikken, Oplaadbaar, 6 knoppen, Bluetooth",
    11,
    129,
  ),
  shelf(
    "Computer > Randapparatuur > Monitoren",
    "Monitor, Gebogen monitor, Gamemonitor",
    SCREENS,
    "27 inch, QHD, 144 Hz, In hoogte verstelbaar, USB-C, IPS-paneel",
    99,
    849,
  ),
  shelf(
    "Computer > Opslag > Externe harde schijven",
    "Externe SSD, Externe harde schijf, USB-stick",
    "Datahuis, Kernel & Zn, Geheugenpaleis",
    "1 TB, 2 TB, USB-C, 1050 MB/s, Schokbestendig, Versleuteld",
    12,
    219,
  ),
  shelf(
    "Wonen > Slapen > Dekbedden",
    "Dekbed, Vierseizoenendekbed, Donzen dekbed",
    HOME,
    "240x200 cm, 140x200 cm, Wasbaar op 60 graden, Anti-allergeen, Winterwarm, Katoen",
    29,
    249,
  ),
  shelf(
    "Wonen > Slapen > Kussens",
    "Hoofdkussen, Traagschuimkussen, Sierkussen",
    HOME,
    "60x70 cm, Set van 2, Verstelbare hoogte, Wasbare hoes, Bamboe, Ergonomisch",
    12,
    99,
  ),
  shelf(
    "Wonen > Verlichting > Hanglampen",
    "Hanglamp, Industriële hanglamp, Rotan hanglamp",
    "Noorderlicht, Stoer Wonen, Wolderwijd",
    "40 cm, 3 lichts, Zwart metaal, E27, In hoogte verstelbaar, Rookglas",
    24,
    259,
  ),
  shelf(
    "Wonen > Opbergen > Opbergboxen",
    "Opbergbox, Opbergmand, Onderbedbox",
    "Huislief, Orde & Zo, Wolderwijd",
    "Met deksel, Set van 3, 45 liter, Stapelbaar, Zeegras, Op wielen",
    9,
    69,
  ),
  shelf(
    "Wonen > Schoonmaken > Stofzuigers",
    "Steelstofzuiger, Robotstofzuiger, Stofzuiger zonder zak",
    "Zuiverhuis, Domovia, Brandaris, Wervel",
    "60 minuten batterij, Dweilfunctie, HEPA-filter, Dierenharen, Leegstation, 25 kPa",
    69,
    699,
  ),
  shelf(
    "Speelgoed > Bouwen > Bouwblokken",
    "Bouwset, Magnetisch bouwspeelgoed, Houten blokken",
    CHILD,
    "100 delig, 500 delig, Vanaf 3 jaar, FSC-hout, Opbergdoos, Knikkerbaan",
    14,
    129,
  ),
  shelf(
    "Speelgoed > Spellen > Bordspellen",
    "Bordspel, Kaartspel, Familiespel",
    "Spellenkamer, Dobbelsteen, Speelgoud",
    "2-4 spelers, Vanaf 8 jaar, Nederlandstalig, 30 minuten, Reiseditie, Uitbreiding",
    8,
    69,
  ),
  shelf(
    "Speelgoed > Knuffels > Knuffeldieren",
    "Knuffel, Knuffeldoekje, Verzwaarde knuffel",
    CHILD,
    "30 cm, Wasbaar, Konijn, Beer, Gerecycled, Met naamlabel",
    8,
    49,
  ),
  shelf(
    "Baby > Onderweg > Kinderwagens",
    "Kinderwagen, Buggy, Wandelwagen",
    CHILD,
    "Inklapbaar met één hand, Vanaf geboorte, 6,5 kg, Regenhoes, Draaibare zitting, Grote wielen",
    79,
    899,
  ),
  shelf(
    "Baby > Verzorging > Babyfoons",
    "Babyfoon, Babyfoon met camera, Slaaptrainer",
    "Wachtpost, Kikkerbeet, Dromenland",
    "5 inch scherm, Nachtzicht, 300 meter bereik, Terugspreekfunctie, Slaapliedjes, Temperatuurmeter",
    29,
    249,
  ),
  shelf(
    "Sport > Fitness > Halters & Gewichten",
    "Dumbbellset, Kettlebell, Weerstandsbanden",
    SPORT,
    "2 x 5 kg, Verstelbaar, Neopreen, 16 kg, Set van 5, Met opbergrek",
    12,
    279,
  ),
  shelf(
    "Sport > Fietsen > Fietsaccessoires",
    "Fietsverlichting, Fietstas, Fietspomp",
    "Wielerbaan, Trapper, Duinpan",
    "USB-oplaadbaar, Waterdicht, 35 liter, Met drukmeter, Dubbele tas, 1200 lumen",
    11,
    119,
  ),
  shelf(
    "Sport > Kamperen > Tenten",
    "Tent, Koepeltent, Opblaasbare tent",
    SPORT,
    "4 personen, 2 personen, Waterkolom 4000 mm, Verduisterd, Pop-up, Met luifel",
    39,
    699,
  ),
  shelf(
    "Sport > Wandelen > Rugzakken",
    "Rugzak, Wandelrugzak, Laptoprugzak",
    SPORT,
    "30 liter, 55 liter, Regenhoes, Antidiefstal, Gerecycled polyester, USB-aansluiting",
    24,
    199,
  ),
  shelf(
    "Tuin > Tuinmeubelen > Loungesets",
    "Loungeset, Tuinstoel, Hangmat",
    GARDEN,
    "5 persoons, Aluminium, Acaciahout, Weerbestendig, Inclusief kussens, Opklapbaar",
    39,
    1299,
  ),
  shelf(
    "Tuin > Tuingereedschap > Grasmaaiers",
    "Accu grasmaaier, Robotmaaier, Grastrimmer",
    "Groene Vingers, Tuinhart, Krachtpatser",
    "36V, 500 m2, Zonder draad, 40 cm maaibreedte, Inclusief 2 accu's, Mulchen",
    59,
    1199,
  ),
  shelf(
    "Tuin > Barbecues > Houtskoolbarbecues",
    "Barbecue, Kamado barbecue, Tafelbarbecue",
    "Vuurkorf, Gietmeester, Zonneveld",
    "47 cm, Met deksel, Thermometer, Op wielen, Rookloos, Keramisch",
    34,
    799,
  ),
  shelf(
    "Klussen > Elektrisch gereedschap > Boormachines",
    "Accuboormachine, Klopboormachine, Schroefmachine",
    TOOLS,
    "18V, 2 accu's, Koolborstelloos, In koffer, 60 Nm, Inclusief bitset",
    39,
    329,
  ),
  shelf(
    "Klussen > Handgereedschap > Gereedschapssets",
    "Gereedschapsset, Doppenset, Schroevendraaierset",
    TOOLS,
    "108 delig, 46 delig, Chroomvanadium, In koffer, Magnetisch, Geïsoleerd",
    14,
    199,
  ),
  shelf(
    "Mooi & Gezond > Mondverzorging > Elektrische tandenborstels",
    "Elektrische tandenborstel, Opzetborstels, Waterflosser",
    CARE,
    "3 poetsstanden, Druksensor, Reisetui, Set van 8, 60 dagen batterij, 2 stuks",
    12,
    189,
  ),
  shelf(
    "Mooi & Gezond > Haarverzorging > Föhns",
    "Föhn, Stijltang, Krultang",
    CARE,
    "2200W, Ionentechnologie, Keramisch, Inklapbaar, Koudeluchtknop, Met diffuser",
    17,
    299,
  ),
  shelf(
    "Mooi & Gezond > Scheren > Scheerapparaten",
    "Scheerapparaat, Baardtrimmer, Tondeuse",
    "Frisling, Gladaf, Barbier & Zn",
    "Nat en droog, 60 minuten batterij, 20 lengtestanden, Zelfreinigend, Precisietrimmer, USB-C",
    19,
    279,
  ),
  shelf(
    "Dier > Hond > Hondenmanden",
    "Hondenmand, Orthopedisch hondenkussen, Hondenbed",
    PETS,
    "90x70 cm, Wasbare hoes, Traagschuim, Antislip, Pluche, Waterafstotend",
    17,
    139,
  ),
  shelf(
    "Dier > Kat > Krabpalen",
    "Krabpaal, Krabton, Kattenfontein",
    PETS,
    "150 cm, Sisal, 2,5 liter, Fluisterstil, Met hangmat, Voor grote katten",
    19,
    219,
  ),
  shelf(
    "Kantoor > Schrijfwaren > Notitieboeken",
    "Notitieboek, Bullet journal, Vulpen",
    OFFICE,
    "A5, Gelinieerd, 192 pagina's, Hardcover, Gerecycled papier, Set van 3",
    6,
    59,
  ),
];

export const SERIES =
  "Classic, Plus, Pro, Comfort, Compact, Essentieel, Signatuur, Nova, Prima, Delta, Vita, Luxe, Eco, Studio, Urban".split(
    ", ",
  );
export const COLOURS =
  "Zwart, Wit, Antraciet, RVS, Rood, Donkerblauw, Olijfgroen, Zand, Grijs, Mintgroen, Koper, Crème".split(", ");
export const SELLERS =
  "Huis van Techniek, De Voordeelwinkel, Wooncentrale, Bezorgd BV, Kadotip, Grachtengoed, Polder Retail".split(", ");
export const DELIVERIES: Array<[text: string, within48Hours: boolean]> = [
  ["Op voorraad. Voor 23:59 uur besteld, morgen in huis", true],
  ["Op voorraad. Voor 22:00 uur besteld, morgen in huis", true],
  ["Op voorraad. Voor 17:00 uur besteld, overmorgen in huis", true],
  ["Op voorraad. Voor 12:00 uur besteld, dinsdag in huis", false],
  ["2 - 4 werkdagen", false],
  ["Uiterlijk 6 december in huis", false],
  ["Levertijd 1 - 2 weken", false],
];
