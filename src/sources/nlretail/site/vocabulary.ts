/** Building blocks of the stand-in's catalogue. */
export interface Category {
  /** Names from the root down. */
  path: string[];
  nouns: string[];
  brands: string[];
  features: string[];
  /** Euro. */
  from: number;
  to: number;
}

/** Brands that several categories share. */
const BRANDS: Record<string, string> = {
  KITCHEN: "Brandaris, Keukenmaat, Van Dalen, Roerdomp, Huys & Haard, Novello, Zilverberg",
  SOUND: "Klankvol, Sonora, Aurelio, Toonkamer, Basstation, Vibra",
  SCREENS: "Lumeo, Beeldlijn, Pixelaar, Norvik, Optiva",
  TOOLS: "Werkbank, Staalhart, Boormeester, Kraan & Co, Duurzaam Gereedschap, Krachtpatser",
  HOME: "Huislief, Wolderwijd, Linnenkast, Dromenland, Noorderlicht, Stoer Wonen",
  CHILD: "Kikkerbeet, Speelgoud, Vlinderdas, Pluizebol, Kleine Reus",
  SPORT: "Buitenlucht, Duinpan, Tempo, Klimgeit, Wielerbaan, Veerkracht",
  GARDEN: "Groene Vingers, Tuinhart, Boomgaard, Zonneveld, Kas & Co",
  CARE: "Zacht & Zuiver, Verzorgd, Frisling, Balsem, Amandelhof",
  PETS: "Snuffel, Trouwe Vriend, Kattenkruid, Pootjes",
  OFFICE: "Penneveer, Kantoorgenoot, Notaris, Inktvis, Bureaulijn",
  COMPUTERS: "Rekenaar, Noordpool, Kernel & Zn, Toetsenist, Datahuis",
};

/** Two lines each: path, brands, prices; then nouns and features. */
const CATEGORIES = `
Koken & Tafelen > Koffie & Thee > Koffiezetapparaten | KITCHEN | 19 - 149
  Koffiezetapparaat, Filterkoffiezetapparaat, Koffiezetapparaat met thermoskan | 1,25 liter, 10 kopjes, Met timer, Druppelstop, Uitneembaar filter, 1000W, RVS, Warmhoudplaat
Koken & Tafelen > Koffie & Thee > Koffiezetapparaten | Brandaris, Novello, Zilverberg, Ochtendgloren, Bakkie | 29 - 129
  Koffiezetapparaat, Padkoffiezetapparaat, Klein koffiezetapparaat | 2 kopjes tegelijk, Voor koffiepads, Automatische uitschakeling, Compact, 0,8 liter, Energiezuinig
Koken & Tafelen > Koffie & Thee > Espressomachines | Novello, Ochtendgloren, Crema Nord, Bakkie | 119 - 899
  Espressomachine, Volautomatische espressomachine, Pistonmachine | 15 bar, Melkopschuimer, Ingebouwde bonenmolen, Touchscreen, 1,8 liter, Voorverwarmde kopjes
Koken & Tafelen > Koffie & Thee > Waterkokers | KITCHEN | 14 - 99
  Waterkoker, Draadloze waterkoker, Glazen waterkoker | 1,7 liter, 2200W, Temperatuurregeling, Kalkfilter, Ledverlichting, BPA-vrij
Koken & Tafelen > Keukenapparatuur > Airfryers | KITCHEN | 49 - 249
  Airfryer, Heteluchtfriteuse, Dubbele airfryer | 5,5 liter, 8 liter, Twee lades, Digitaal scherm, Vaatwasserbestendig, 1700W
Koken & Tafelen > Keukenapparatuur > Blenders | KITCHEN | 19 - 199
  Blender, Staafmixer, Smoothiemaker | 1000W, 1,5 liter, Glazen kan, 6 messen, IJs breken, Inclusief 2 drinkbekers
Koken & Tafelen > Keukenapparatuur > Broodroosters | KITCHEN | 17 - 119
  Broodrooster, Broodrooster met opzetrek, Tosti-ijzer | 2 sleuven, 4 sleuven, 7 standen, Ontdooifunctie, Kruimellade, 850W
Koken & Tafelen > Pannen > Koekenpannen | Pannenhuis, Gietmeester, Zilverberg, Huys & Haard | 16 - 139
  Koekenpan, Koekenpannenset, Wokpan | 28 cm, 24 cm, Keramische antiaanbaklaag, Inductie, PFAS-vrij, Afneembare steel
Koken & Tafelen > Pannen > Braadpannen | Pannenhuis, Gietmeester, Keukenmaat | 29 - 229
  Braadpan, Gietijzeren braadpan, Stoofpan | 24 cm, 5 liter, Geëmailleerd, Ook voor de oven, Inductie, Met deksel
Koken & Tafelen > Serviezen > Borden & Schalen | Huislief, Linnenkast, Roerdomp, Porseleinhuis | 12 - 99
  Bordenset, Dinerbord, Saladeschaal | 6 stuks, 12 delig, Stoneware, Magnetronbestendig, Handgemaakt, 27 cm
Elektronica > Audio > Koptelefoons | SOUND | 24 - 379
  Draadloze koptelefoon, Koptelefoon, Over-ear koptelefoon | Noise cancelling, Bluetooth 5.3, 40 uur batterij, Opvouwbaar, Met microfoon, Snelladen
Elektronica > Audio > Oordopjes | SOUND | 15 - 249
  Draadloze oordopjes, Oordopjes, Sportoordopjes | Bluetooth 5.3, Waterdicht IPX5, Oplaadcase, 30 uur batterij, Noise cancelling, Touchbediening
Elektronica > Audio > Speakers | SOUND | 29 - 499
  Bluetooth speaker, Soundbar, Boekenplankspeaker | 20 uur batterij, Waterdicht, 30W, Stereo koppelen, Met subwoofer, Multiroom
Elektronica > Beeld > Televisies | SCREENS | 229 - 1999
  Televisie, Smart tv, OLED televisie | 55 inch, 4K Ultra HD, HDR10+, 120 Hz, Met wandbeugel, Ambilicht
Elektronica > Beeld > Beamers | SCREENS | 69 - 799
  Beamer, Mini beamer, Draagbare projector | Full HD, 9000 lumen, Wifi en Bluetooth, Inclusief scherm, Autofocus, 200 inch
Elektronica > Telefonie > Opladers | Stroomlijn, Voltaris, Laadpunt, Kabelmeester | 9 - 79
  Snellader, USB-C oplader, Draadloze oplader | 65W, 30W, 2 poorten, GaN, Met kabel van 2 meter, Reisstekker
Elektronica > Telefonie > Telefoonhoesjes | Hoezo, Kaapstander, Lederwaren Smit | 7 - 49
  Telefoonhoesje, Hoesje met koord, Boekhoesje | Schokbestendig, Transparant, Kunstleer, Met pasjeshouder, Magnetisch, Dun ontwerp
Elektronica > Telefonie > Powerbanks | Stroomlijn, Voltaris, Laadpunt | 14 - 99
  Powerbank, Zonne-energie powerbank, Mini powerbank | 20.000 mAh, 10.000 mAh, USB-C PD, 3 poorten, Ledscherm, Vliegtuigproof
Elektronica > Slim Huis > Deurbellen | Wachtpost, Noorderlicht, Domovia | 24 - 229
  Slimme deurbel, Videodeurbel, Draadloze deurbel | 2K beeld, Nachtzicht, Zonder abonnement, Tweewegaudio, Met gong, Bewegingsdetectie
Elektronica > Slim Huis > Slimme verlichting | Noorderlicht, Domovia, Lumeo | 8 - 89
  Slimme lamp, Ledstrip, Slimme stekker | E27, 16 miljoen kleuren, Dimbaar, 5 meter, Set van 4, Wifi
Computer > Laptops > Zakelijke laptops | COMPUTERS | 379 - 1799
  Laptop, Zakelijke laptop, Ultrabook | 14 inch, 16 GB RAM, 512 GB SSD, Verlicht toetsenbord, 1 TB SSD, 15,6 inch
Computer > Randapparatuur > Toetsenborden | COMPUTERS | 17 - 189
  Toetsenbord, Mechanisch toetsenbord, Draadloos toetsenbord | QWERTY, RGB-verlichting, Stille toetsen, Compact, Oplaadbaar, Met polssteun
Computer > Randapparatuur > Muizen | COMPUTERS | 11 - 129
  Draadloze muis, Ergonomische muis, Gamemuis | Verticaal, 12.000 dpi, Stil klikken, Oplaadbaar, 6 knoppen, Bluetooth
Computer > Randapparatuur > Monitoren | SCREENS | 99 - 849
  Monitor, Gebogen monitor, Gamemonitor | 27 inch, QHD, 144 Hz, In hoogte verstelbaar, USB-C, IPS-paneel
Computer > Opslag > Externe harde schijven | Datahuis, Kernel & Zn, Geheugenpaleis | 12 - 219
  Externe SSD, Externe harde schijf, USB-stick | 1 TB, 2 TB, USB-C, 1050 MB/s, Schokbestendig, Versleuteld
Wonen > Slapen > Dekbedden | HOME | 29 - 249
  Dekbed, Vierseizoenendekbed, Donzen dekbed | 240x200 cm, 140x200 cm, Wasbaar op 60 graden, Anti-allergeen, Winterwarm, Katoen
Wonen > Slapen > Kussens | HOME | 12 - 99
  Hoofdkussen, Traagschuimkussen, Sierkussen | 60x70 cm, Set van 2, Verstelbare hoogte, Wasbare hoes, Bamboe, Ergonomisch
Wonen > Verlichting > Hanglampen | Noorderlicht, Stoer Wonen, Wolderwijd | 24 - 259
  Hanglamp, Industriële hanglamp, Rotan hanglamp | 40 cm, 3 lichts, Zwart metaal, E27, In hoogte verstelbaar, Rookglas
Wonen > Opbergen > Opbergboxen | Huislief, Orde & Zo, Wolderwijd | 9 - 69
  Opbergbox, Opbergmand, Onderbedbox | Met deksel, Set van 3, 45 liter, Stapelbaar, Zeegras, Op wielen
Wonen > Schoonmaken > Stofzuigers | Zuiverhuis, Domovia, Brandaris, Wervel | 69 - 699
  Steelstofzuiger, Robotstofzuiger, Stofzuiger zonder zak | 60 minuten batterij, Dweilfunctie, HEPA-filter, Dierenharen, Leegstation, 25 kPa
Speelgoed > Bouwen > Bouwblokken | CHILD | 14 - 129
  Bouwset, Magnetisch bouwspeelgoed, Houten blokken | 100 delig, 500 delig, Vanaf 3 jaar, FSC-hout, Opbergdoos, Knikkerbaan
Speelgoed > Spellen > Bordspellen | Spellenkamer, Dobbelsteen, Speelgoud | 8 - 69
  Bordspel, Kaartspel, Familiespel | 2-4 spelers, Vanaf 8 jaar, Nederlandstalig, 30 minuten, Reiseditie, Uitbreiding
Speelgoed > Knuffels > Knuffeldieren | CHILD | 8 - 49
  Knuffel, Knuffeldoekje, Verzwaarde knuffel | 30 cm, Wasbaar, Konijn, Beer, Gerecycled, Met naamlabel
Baby > Onderweg > Kinderwagens | CHILD | 79 - 899
  Kinderwagen, Buggy, Wandelwagen | Inklapbaar met één hand, Vanaf geboorte, 6,5 kg, Regenhoes, Draaibare zitting, Grote wielen
Baby > Verzorging > Babyfoons | Wachtpost, Kikkerbeet, Dromenland | 29 - 249
  Babyfoon, Babyfoon met camera, Slaaptrainer | 5 inch scherm, Nachtzicht, 300 meter bereik, Terugspreekfunctie, Slaapliedjes, Temperatuurmeter
Sport > Fitness > Halters & Gewichten | SPORT | 12 - 279
  Dumbbellset, Kettlebell, Weerstandsbanden | 2 x 5 kg, Verstelbaar, Neopreen, 16 kg, Set van 5, Met opbergrek
Sport > Fietsen > Fietsaccessoires | Wielerbaan, Trapper, Duinpan | 11 - 119
  Fietsverlichting, Fietstas, Fietspomp | USB-oplaadbaar, Waterdicht, 35 liter, Met drukmeter, Dubbele tas, 1200 lumen
Sport > Kamperen > Tenten | SPORT | 39 - 699
  Tent, Koepeltent, Opblaasbare tent | 4 personen, 2 personen, Waterkolom 4000 mm, Verduisterd, Pop-up, Met luifel
Sport > Wandelen > Rugzakken | SPORT | 24 - 199
  Rugzak, Wandelrugzak, Laptoprugzak | 30 liter, 55 liter, Regenhoes, Antidiefstal, Gerecycled polyester, USB-aansluiting
Tuin > Tuinmeubelen > Loungesets | GARDEN | 39 - 1299
  Loungeset, Tuinstoel, Hangmat | 5 persoons, Aluminium, Acaciahout, Weerbestendig, Inclusief kussens, Opklapbaar
Tuin > Tuingereedschap > Grasmaaiers | Groene Vingers, Tuinhart, Krachtpatser | 59 - 1199
  Accu grasmaaier, Robotmaaier, Grastrimmer | 36V, 500 m2, Zonder draad, 40 cm maaibreedte, Inclusief 2 accu's, Mulchen
Tuin > Barbecues > Houtskoolbarbecues | Vuurkorf, Gietmeester, Zonneveld | 34 - 799
  Barbecue, Kamado barbecue, Tafelbarbecue | 47 cm, Met deksel, Thermometer, Op wielen, Rookloos, Keramisch
Klussen > Elektrisch gereedschap > Boormachines | TOOLS | 39 - 329
  Accuboormachine, Klopboormachine, Schroefmachine | 18V, 2 accu's, Koolborstelloos, In koffer, 60 Nm, Inclusief bitset
Klussen > Handgereedschap > Gereedschapssets | TOOLS | 14 - 199
  Gereedschapsset, Doppenset, Schroevendraaierset | 108 delig, 46 delig, Chroomvanadium, In koffer, Magnetisch, Geïsoleerd
Mooi & Gezond > Mondverzorging > Elektrische tandenborstels | CARE | 12 - 189
  Elektrische tandenborstel, Opzetborstels, Waterflosser | 3 poetsstanden, Druksensor, Reisetui, Set van 8, 60 dagen batterij, 2 stuks
Mooi & Gezond > Haarverzorging > Föhns | CARE | 17 - 299
  Föhn, Stijltang, Krultang | 2200W, Ionentechnologie, Keramisch, Inklapbaar, Koudeluchtknop, Met diffuser
Mooi & Gezond > Scheren > Scheerapparaten | Frisling, Gladaf, Barbier & Zn | 19 - 279
  Scheerapparaat, Baardtrimmer, Tondeuse | Nat en droog, 60 minuten batterij, 20 lengtestanden, Zelfreinigend, Precisietrimmer, USB-C
Dier > Hond > Hondenmanden | PETS | 17 - 139
  Hondenmand, Orthopedisch hondenkussen, Hondenbed | 90x70 cm, Wasbare hoes, Traagschuim, Antislip, Pluche, Waterafstotend
Dier > Kat > Krabpalen | PETS | 19 - 219
  Krabpaal, Krabton, Kattenfontein | 150 cm, Sisal, 2,5 liter, Fluisterstil, Met hangmat, Voor grote katten
Kantoor > Schrijfwaren > Notitieboeken | OFFICE | 6 - 59
  Notitieboek, Bullet journal, Vulpen | A5, Gelinieerd, 192 pagina's, Hardcover, Gerecycled papier, Set van 3
Boeken > Literatuur > Romans | Grachtenuitgevers, Polderpers, De Leeslamp | 9 - 29
  Boek, Roman, Thriller | Paperback, Gebonden, E-book, 320 pagina's, Nederlandstalig, Luisterboek
Boeken > Koken > Kookboeken | Grachtenuitgevers, De Leeslamp, Keukenpers | 14 - 39
  Kookboek, Bakboek, Kinderboek | Gebonden, 240 pagina's, Met foto's, Nederlandstalig, Vegetarisch, Makkelijk
Mode > Tassen > Handtassen | Lederwaren Smit, Hoezo, Kaapstander | 19 - 189
  Tas, Handtas, Schoudertas | Leer, Canvas, Waterafstotend, Met rits, Verstelbare band, Ruim
Mode > Schoenen > Sneakers | Wandelaar, Tempo, Klimgeit | 29 - 149
  Schoenen, Sneakers, Laarzen | Maat 42, Leer, Waterdicht, Lichtgewicht, Maat 38, Antislip
Mode > Kleding > Jassen | Stadskleding, Buitenlucht, Noordzee | 24 - 199
  Jas, Jurk, Trui, Broek, Shirt | Maat M, Maat L, Katoen, Waterdicht, Gerecycled, Met capuchon
Mode > Sieraden > Horloges | Klokwerk, Tijdgeest, Zilverberg | 29 - 299
  Horloge, Ketting, Zonnebril | RVS, Waterdicht, Leren band, Verguld, Met geschenkdoos, Verstelbaar
Elektronica > Gaming > Spelcomputers | Pixelaar, Spellenkamer, Optiva | 49 - 599
  Spelcomputer, Controller voor PlayStation, Game voor Nintendo Switch, Headset voor Xbox | 1 TB, Draadloos, Met twee controllers, 4K, Trilfunctie, Oplaadbaar
Elektronica > Telefonie > Smartphones | Stroomlijn, Lumeo, Norvik | 129 - 1199
  Telefoon, Smartphone, Mobiele telefoon | 128 GB, 256 GB, 6,5 inch, 5G, Dual sim, Met oplader
Elektronica > Foto > Camera's | Optiva, Lumeo, Beeldlijn | 79 - 899
  Camera, Smartwatch, Tablet | 4K, 24 megapixel, Wifi, Waterdicht, 64 GB, Met tas
Computer > Printers > Inkjetprinters | Inktvis, Kernel & Zn, Datahuis | 49 - 399
  Printer, Scanner, Webcam | Wifi, Kleur, Dubbelzijdig, Full HD, Met inkt, USB-kabel
Wonen > Meubels > Banken | Stoer Wonen, Huislief, Wolderwijd | 79 - 1499
  Bank, Stoel, Tafel, Kast, Bed, Matras | Eikenhout, 160 cm, Stof, Leer, Uitschuifbaar, Met lades
Wonen > Woontextiel > Gordijnen | Linnenkast, Huislief, Dromenland | 14 - 149
  Gordijn, Vloerkleed, Handdoek, Deken | Verduisterend, Katoen, 160x230 cm, Wasbaar, Set van 2, Linnen
Speelgoed > Bouwen > Puzzels | Speelgoud, Dobbelsteen, Kleine Reus | 9 - 99
  Puzzel, Lego compatibele bouwset, Pop | 1000 stukjes, 500 stukjes, Hout, Vanaf 4 jaar, Met accessoires, Nederlandstalig
Sport > Fietsen > Fietsen | Wielerbaan, Trapper, Tempo | 199 - 1999
  Fiets, Elektrische fiets, Kinderfiets, Voetbal | 28 inch, 7 versnellingen, Handremmen, Met slot, Aluminium, Maat 5
Mooi & Gezond > Verzorging > Parfum | CARE | 9 - 119
  Parfum, Shampoo, Dagcrème, Make-up | 50 ml, 100 ml, 200 ml, Zonder parabenen, Geschenkset, Voor hem
Tuin > Planten > Kamerplanten | GARDEN | 9 - 89
  Plant, Kunstplant, Plantenpot | 60 cm, 100 cm, Met pot, Weinig licht, Hangend, Keramiek
`;

export const categories: Category[] = CATEGORIES.trim()
  .split(/\n(?! )/)
  .map((entry) => {
    const [path = "", brands = "", prices = "", nouns = "", features = ""] = entry.split(/ \| |\n {2}/);
    const [from = 0, to = 0] = prices.split(" - ").map(Number);
    return {
      path: path.split(" > "),
      nouns: nouns.split(", "),
      brands: (BRANDS[brands] ?? brands).split(", "),
      features: features.split(", "),
      from,
      to,
    };
  });

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
