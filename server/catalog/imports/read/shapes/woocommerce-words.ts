import { foldText } from '#shared/text.ts'

/**
 * The columns of WooCommerce's product file as its exporter names them in shops in German, French, Spanish,
 * Italian, Dutch, Polish, Portuguese, Czech, Swedish, Danish, Norwegian and Finnish, former translations
 * among them; `%d` is the number of an attribute.
 */
const words: Readonly<Record<string, string>> = {
  ID: 'Identyfikator',
  Type: 'Typ|Tipo|Rodzaj|Laji',
  SKU: 'Artikelnummer|UGS|REF|Katalogové číslo|Artikelnr|Varenummer|Produktnummer|Tuotetunnus (SKU)|Art.-Nr.|Référence|Codice articolo|Código SKU',
  'GTIN, UPC, EAN, or ISBN':
    'GTIN, UPC, EAN oder ISBN|GTIN, UPC, EAN ou ISBN|GTIN, UPC, EAN o ISBN|GTIN, UPC, EAN, o ISBN|GTIN, UPC, EAN of ISBN|GTIN, UPC, EAN lub ISBN|GTIN, UPC, EAN, nebo ISBN|GTIN, UPC, EAN eller ISBN',
  Name: 'Nom|Nombre|Nome|Naam|Nazwa|Jméno|Namn|Navn|Nimi',
  Published:
    'Veröffentlicht|Publié|Publicado|Pubblicato|Gepubliceerd|Opublikowano|Publikovaný|Publicerad|Udgivet|Publisert|Julkaistu|Publikováno|Opublikowany',
  'Is featured?':
    'Ist hervorgehoben?|Mis en avant ?|¿Está destacado?|In primo piano?|Uitgelicht?|Wyróżniony produkt?|Em destaque?|Je doporučený?|Je zvýrazněný?|Är utvald?|Er fremhævet (udvalgt)?|Er fremhevet?|On esittelyssä?|Hervorgehoben?|È in evidenza?|Está em destaque?|Destaque?|Polecany?|Czy wyróżniony?|Wyróżniony?',
  'Visibility in catalog':
    'Sichtbarkeit im Katalog|Visibilité dans le catalogue|Visibilidad en el catálogo|Visibilità nel catalogo|Zichtbaarheid in catalogus|Widoczność w katalogu|Visibilidade no catálogo|Viditelnost v katalogu|Synlighet i katalog|Synlighed i katalog (shoppens frontend)|Synlighet i katalogen|Näkyvyys tuoteluettelossa|Katalogsichtbarkeit',
  'Short description':
    'Kurzbeschreibung|Description courte|Descripción corta|Breve descrizione|Korte beschrijving|Krótki opis|Descrição breve|Krátký popis|Kort beskrivning|Kort beskrivelse|Lyhyt kuvaus|Descrizione breve|Korte omschrijving|Descrição curta|Breve descrição',
  Description:
    'Beschreibung|Descripción|Descrizione|Beschrijving|Opis|Descrição|Popis|Beskrivning|Beskrivelse|Kuvaus',
  'Date sale price starts':
    'Datum, an dem der Angebotspreis beginnt|Date de début de promo|Día en que empieza el precio rebajado|Data di partenza del prezzo in saldo|Startdatum actieprijs|Data rozpoczęcia promocji|Data de início do preço promocional|Akční cena začíná dne|Sleva začíná dne|Datum när reapriset börjar|Den dato hvor tilbudsprisen starter|Startdato for tilbudspris|Alennuksen aloituspäivä|Datum, an dem Angebotspreis beginnt|Data de preço promocional começa em',
  'Date sale price ends':
    "Datum, an dem der Angebotspreis endet|Date de fin de promo|Día en que termina el precio rebajado|Data in cui termina l'offerta|Einddatum actieprijs|Data zakończenia promocji|Data de término do preço promocional|Akční cena končí dne|Sleva končí dne|Datum när reapriset upphör|Den dato hvor tilbudsprisen slutter|Sluttdato for tilbudspris|Alennuksen päättymispäivä|Datum, an dem Angebotspreis endet|Data de preço promocional termina em",
  'Tax status':
    'Steuerstatus|État de la TVA|Estado del impuesto|Stato delle imposte|Btw status|Status podatku|Situação fiscal|Stav daně|Momsstatus|Avgiftsstatus|Veron tila|Status do imposto|Statut fiscal',
  'Tax class':
    'Steuerklasse|Classe de TVA|Clase de impuesto|Aliquota di imposta|Belastingklasse|Klasa podatkowa|Classe de imposto|Daňová třída|Momsklass|Momsklasse|Avgiftsklasse|Veroluokka|Momsgrupp',
  'In stock?':
    'Vorrätig?|En stock ?|¿Existencias?|Op voorraad?|W magazynie?|Em stock?|Skladem?|I lager?|På lager?|Varasto?|Auf Lager?|¿En inventario?|Em estoque?|Na stanie?',
  Stock:
    'Bestand|Inventario|Magazzino|Voorraad|Stan magazynowy|Sklad|Lager|Lagersaldo|Varasto|Lagerbestand|Estoque|Magazyn',
  'Low stock amount':
    'Geringe Lagermenge|Montant de stock faible|Cantidad de bajo inventario|Quantità in magazzino bassa|Lage voorraad|Niski stan magazynowy|Valor de stock baixo|Práh nízkého skladu|Lågt lagerantal|Lavt lagerantal|Terskel for lite på lager|Varasto vähissä määrä|Geringer Lagerbestand',
  'Backorders allowed?':
    'Lieferrückstände erlaubt?|Autoriser les commandes de produits en rupture ?|¿Permitir reservas de productos agotados?|Abilita gli ordini arretrati?|Nabestellingen toestaan?|Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?|Permitir encomendas pendentes?|Povoleno objednávání?|Tillåt restnoteringar?|Restordrer tilladt?|Restordre tillatt?|Salli jälkitoimitukset?|Rückstände erlaubt?|São permitidas encomendas?|Zamówienia oczekujące dozwolone?',
  'Sold individually?':
    'Nur einzeln verkaufen?|Vendre individuellement ?|¿Vendido individualmente?|Venduto singolarmente?|Wordt individueel verkocht?|Sprzedawany pojedynczo?|Vender Individualmente?|Prodávat samostatně?|Säljes styckvis?|Sælges enkeltvist?|Solgt individuelt?|Myydäänkö yksittäin?|Einzeln verkauft?|Vendido individualmente?|Sprzedawane pojedynczo?',
  Weight: 'Gewicht|Poids|Peso|Waga|Hmotnost|Vikt|Vægt|Vekt|Paino',
  Length: 'Länge|Longueur|Longitud|Lunghezza|Lengte|Długość|Comprimento|Délka|Längd|Længde|Lengde|Pituus',
  Width: 'Breite|Largeur|Anchura|Larghezza|Breedte|Szerokość|Largura|Šířka|Bredd|Bredde|Leveys|Ancho',
  Height: 'Höhe|Hauteur|Altura|Altezza|Hoogte|Wysokość|Výška|Höjd|Højde|Høyde|Korkeus',
  'Allow customer reviews?':
    'Kundenrezensionen erlauben?|Autoriser les avis clients ?|¿Permitir valoraciones de clientes?|Permetti le recensioni clienti?|Klantbeoordelingen toestaan?|Włącz opinie klientów?|Permitir avaliações de clientes?|Povolit zákaznické recenze?|Tillåt kundrecensioner?|Tillad kundeanmeldelser?|Tillat omtaler?|Salli asiakkaiden tuotearviot|Kundenbewertungen erlauben?|Zezwolić na opinie klientów?',
  'Purchase note':
    'Hinweis zum Kauf|Note de commande|Nota de compra|Nota di acquisto|Aankoopnotitie|Notatka do zakupu|Nota da encomenda|Poznámka k nákupu|Köpmeddelande|Bemærkning til køb|Kjøpsnotat|Viesti ostajalle',
  'Sale price':
    'Angebotspreis|Tarif promo|Precio rebajado|Prezzo in offerta|Actieprijs|Cena promocyjna|Preço promocional|Akční cena|Cena po slevě|Reapris|Tilbudspris|Alennettu hinta|Prix promo|Cena wyprzedażowa',
  'Regular price':
    'Regulärer Preis|Tarif régulier|Precio normal|Prezzo di listino|Reguliere prijs|Cena|Preço normal|Běžná cena|Ordinarie pris|Normalpris|Ordinær pris|Normaali hinta|Normaler Preis|Prix régulier|Precio regular|Preço|Cena regularna',
  'Cost of goods':
    'Warenkosten|Coût des marchandises vendues|Coste de los productos|Costo dei beni|Kosten van goederen|Koszt towarów|Preço de custo|Nákupní cena|Kostnad för varor|Salgsomkostninger|Produktkostnad|Tuotteiden kustannus',
  Categories:
    'Kategorien|Catégories|Categorías|Categorie|Categorieën|Kategorie|Categorias|Kategorier|Osastot',
  Tags: 'Schlagwörter|Étiquettes|Etiquetas|Tag|Znaczniki|Štítky|Etiketter|Stikkord|Avainsanat|Tagi|Taggar',
  Brands: 'Marken|Marques|Marcas|Marchi|Merken|Marki|Značky|Varumärken|Varemærker|Merker|Brändit|Brand',
  'Shipping class':
    "Versandklasse|Classe d'expédition|Clase de envío|Classe di spedizione|Verzendklasse|Klasa wysyłkowa|Classe de envio|Třída dopravy|Fraktklass|Forsendelsesklasse|Leveringsklasse|Toimitusluokka",
  Images: 'Bilder|Imágenes|Immagine|Afbeeldingen|Obrazki|Imagens|Obrázky|Billeder|Kuvat|Immagini|Obrazy',
  'Download limit':
    'Downloadlimit|Limite de téléchargement|Límite de descargas|Limite di download|Downloadlimiet|Limit pobrań|Limite de descarregamento|Limit stahování|Nedladdningsgräns|Downloadbegrænsning|Nedlastingsgrense|Latausraja',
  'Download expiry days':
    "Ablauftage des Downloads|Jours d'expiration du téléchargement|Días de caducidad de la descarga|Scarica i giorni di scadenza|Dagen vervaltijd download|Ważność pobierania|Dias para expirar o descarregamento|Expirace stahování ve dnech|Ladda ner utgångsdagar|Ladda ned utgångsdagar|Download udløbsdage|Dager til utløpsdato for nedlastingen|Latauksen vanhenemisaika päivissä|Dias para expirar o download",
  Parent:
    'Übergeordnetes Produkt|Superior|Genitore|Hoofd|Nadrzędny|Pai|Nadřazené|Överordnad|Overordnet|Forelder|Ylempi taso|Eltern|Ascendente|Produkt nadrzędny|Element nadrzędny|Produto ascendente|Förälder',
  'Grouped products':
    'Gruppierte Produkte|Groupes de produits|Productos agrupados|Prodotti raggruppati|Gegroepeerde producten|Produkty grupowe|Produtos agrupados|Seskupené produkty|Grupperade produkter|Grupperede varer|Grupperte produkter|Joukkotuotteet|Produits groupés|Produkty grupowane|Pogrupowane produkty|Grupo de produtos',
  Upsells:
    'Zusatzverkäufe|Produits suggérés|Ventas dirigidas|Up-sell|Sprzedaż dodatkowa|Aumenta vendas|Navyšovací prodej|Uppförsäljning|Mersalg|Oppsalg|Parempi tuote (Up-Sell)|Merförsäljning',
  'Cross-sells':
    'Cross-Sells (Querverkäufe)|Ventes croisées|Ventas cruzadas|Cross-sell|Sprzedaż krzyżowa|Vendas cruzadas|Doplňkový prodej|Korsförsäljning|Krydssalg|Kryssalg|Lisätuote (Cross-Sell)',
  'External URL':
    'Externe URL|URL externe|URL externa|URL esterno|Zewnętrzny adres URL|URL externo|Externí URL|Extern URL|Ekstern URL (webadresse)|Ekstern nettadresse|Ulkoinen verkko-osoite',
  'Button text':
    'Button-Text|Libellé du bouton|Texto del botón|Testo del pulsante|Knop tekst|Tekst przycisku|Texto do botão|Text tlačítka|Knapptext|Knap tekst|Knappetekst|Painikkeen teksti',
  Position: 'Posición|Posizione|Positie|Pozycja|Posição|Pozice|Posisjon|Paikka',
  'Attribute %d name':
    "Attribut %d Name|Nom de l'attribut %d|Nombre del atributo %d|Nome dell'attributo %d|Attribuut %d naam|Nazwa atrybutu %d|Atributo %d nome|Název %d vlastnosti|Attribut %d namn|Egenskab %d navn|Attributt %d navn|Ominaisuus %d nimi|Nome del'attributo %d|Attributo %d nome|Naam eigenschap %d|Nome do atributo %d",
  'Attribute %d value(s)':
    "Attribut %d Wert(e)|Valeur(s) de l'attribut %d|Valor(es) del atributo %d|Valore dell'attributo %d|Attribuut %d waarde(n)|Wartości atrybutu %d|Atributo %d valor(es)|Hodnota(y) %d vlastnosti|Attribut %d värde(n)|Egenskab %d værdi(er)|Attributt %d verdi(er)|Ominaisuus %d arvo(t)|Attribut %d Wert|Attribut %d Werte|Valori dell'attributo %d|Valore/i dell'attributo %d|Attributo %d valore(i)|Attributo %d valuta(e)|Waarde eigenschap %d|Waarden eigenschap %d|Valores do atributo %d|Valor(es) do atributo %d",
  'Attribute %d visible':
    'Attribut %d Sichtbar|Attribut %d visible|Atributo visible %d|Attributo %d visibile|Attribuut %d zichtbaar|Atrybut %d widoczny|Atributo %d visível|Vlastnost %d viditelnost|Attribut %d synligt|Egenskab %d er synlig|Attributt %d synlig|Ominaisuus %d näkyy|Atributo %d visible|Zichtbare eigenschap %d|Visibilidade do atributo %d|Widoczność atrybutu %d',
  'Attribute %d global':
    'Attribut %d Global|Atributo global %d|Attributo %d globale|Attribuut %d globaal|Atrybut %d: globalny|Atributo %d global|Vlastnost %d globální|Attribut %d globalt|Egenskab %d globalt|Attributt %d global|Ominaisuus %d kaikkialla käytetty|Globale eigenschap %d|Globalny atrybut %d|Atrybut %d globalny',
  'Attribute %d default':
    'Attribut %d Standard|Attribut %d par défaut|Atributo por defecto %d|Attributo %d predefinito|Attribuut %d standaard|Atrybut %d: wartość domyślna|Atributo %d por omissão|Vlastnost %d výchozí|Attribut %d standardvärde|Egenskab %d standard|Attributt %d standard|Ominaisuuden %d oletus|Atributo %d por defecto|Atributo %d padrão|Atributo padrão %d|Standaardeigenschap %d|Domyślny atrybut %d',
}

const english = new Map(
  Object.entries(words).flatMap(([name, foreign]) =>
    foreign.split('|').map((word) => [foldHeader(word), name] as const),
  ),
)

/** The English name of a column of WooCommerce's product file; a heading that is none stays as it is. */
export function inEnglish(header: string): string {
  const folded = foldHeader(header)
  const [, name = '', unit = ''] = /^(.+?)\s*(\([^)]+\))$/.exec(folded) ?? []
  const measured = english.get(name)
  return (
    english.get(folded) ??
    (measured && `${measured} ${unit}`) ??
    numbered(folded) ??
    header.replace(/^(?:m[ée]ta|pola|metadados|metatieto)\s*:\s*/i, 'Meta: ')
  )
}

function numbered(folded: string): string | undefined {
  const [number] = /\d+/.exec(folded) ?? []
  return number === undefined ? undefined : english.get(folded.replace(number, '%d'))?.replace('%d', number)
}

function foldHeader(header: string): string {
  return foldText(header.replaceAll('’', "'").replaceAll(/[\u00A0\u202F]/g, ' '))
}
