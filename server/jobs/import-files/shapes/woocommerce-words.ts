import { foldText } from '#shared/text.ts'

/** What WooCommerce calls the columns of its product file in German, French, Spanish, Italian, Dutch, Portuguese and Polish shops. */
const words: Readonly<Record<string, string>> = {
  Type: 'Typ|Tipo',
  SKU: 'Artikelnummer|Art.-Nr.|UGS|Référence|Codice articolo|REF|Código SKU',
  'GTIN, UPC, EAN, or ISBN':
    'GTIN, UPC, EAN oder ISBN|GTIN, UPC, EAN ou ISBN|GTIN, UPC, EAN o ISBN|GTIN, UPC, EAN of ISBN|GTIN, UPC, EAN lub ISBN',
  Name: 'Nom|Nombre|Nome|Naam|Nazwa',
  Published: 'Veröffentlicht|Publié|Publicado|Pubblicato|Gepubliceerd|Opublikowano',
  'Is featured?':
    'Ist hervorgehoben?|Hervorgehoben?|Mis en avant ?|¿Está destacado?|In primo piano?|È in evidenza?|Uitgelicht?|Em destaque?|Está em destaque?|Destaque?|Polecany?|Czy wyróżniony?|Wyróżniony?',
  'Visibility in catalog':
    'Sichtbarkeit im Katalog|Katalogsichtbarkeit|Visibilité dans le catalogue|Visibilidad en el catálogo|Visibilità nel catalogo|Zichtbaarheid in catalogus|Visibilidade no catálogo|Widoczność w katalogu',
  'Short description':
    'Kurzbeschreibung|Description courte|Descripción corta|Breve descrizione|Descrizione breve|Korte beschrijving|Korte omschrijving|Descrição curta|Breve descrição|Krótki opis',
  Description: 'Beschreibung|Descripción|Descrizione|Beschrijving|Descrição|Opis',
  'Tax status':
    'Steuerstatus|État de la TVA|Estado del impuesto|Stato delle imposte|Btw status|Status do imposto|Status podatku',
  'Tax class':
    'Steuerklasse|Classe de TVA|Clase de impuesto|Aliquota di imposta|Belastingklasse|Classe de imposto|Klasa podatkowa',
  'In stock?':
    'Vorrätig?|Auf Lager?|En stock ?|¿En inventario?|¿Existencias?|In stock?|Op voorraad?|Em estoque?|Em stock?|Na stanie?|W magazynie?',
  Stock: 'Lager|Bestand|Lagerbestand|Inventario|Magazzino|Voorraad|Estoque|Magazyn|Stan magazynowy',
  'Low stock amount':
    'Geringe Lagermenge|Geringer Lagerbestand|Montant de stock faible|Cantidad de bajo inventario|Lage voorraad|Niski stan magazynowy',
  'Backorders allowed?':
    'Lieferrückstände erlaubt?|Rückstände erlaubt?|Autoriser les commandes de produits en rupture ?|¿Permitir reservas de productos agotados?|Abilita gli ordini arretrati?|Nabestellingen toestaan?|São permitidas encomendas?|Zamówienia oczekujące dozwolone?',
  'Sold individually?':
    'Nur einzeln verkaufen?|Einzeln verkauft?|Vendre individuellement ?|¿Vendido individualmente?|Venduto singolarmente?|Wordt individueel verkocht?|Vendido individualmente?|Sprzedawane pojedynczo?',
  'Allow customer reviews?':
    'Kundenrezensionen erlauben?|Kundenbewertungen erlauben?|Autoriser les avis clients ?|¿Permitir valoraciones de clientes?|Permetti le recensioni clienti?|Klantbeoordelingen toestaan?|Permitir avaliações de clientes?|Zezwolić na opinie klientów?',
  Weight: 'Gewicht|Poids|Peso|Waga',
  Length: 'Länge|Longueur|Longitud|Lunghezza|Lengte|Comprimento|Długość',
  Width: 'Breite|Largeur|Anchura|Ancho|Larghezza|Breedte|Largura|Szerokość',
  Height: 'Höhe|Hauteur|Altura|Altezza|Hoogte|Wysokość',
  'Sale price':
    'Angebotspreis|Tarif promo|Prix promo|Precio rebajado|Prezzo in offerta|Actieprijs|Preço promocional|Cena promocyjna|Cena wyprzedażowa',
  'Regular price':
    'Regulärer Preis|Normaler Preis|Tarif régulier|Prix régulier|Precio normal|Precio regular|Prezzo di listino|Reguliere prijs|Preço|Preço normal|Cena|Cena regularna',
  Categories: 'Kategorien|Catégories|Categorías|Categorie|Categorieën|Categorias|Kategorie',
  Tags: 'Schlagwörter|Étiquettes|Etiquetas|Tag|Tagi|Znaczniki',
  Brands: 'Marken|Marques|Marcas|Marchi|Brand|Merken|Marki',
  Images: 'Bilder|Imágenes|Immagini|Afbeeldingen|Imagens|Obrazki|Obrazy',
  Parent: 'Übergeordnetes Produkt|Eltern|Superior|Genitore|Hoofd|Ascendente|Pai|Nadrzędny|Produkt nadrzędny',
  'Grouped products':
    'Gruppierte Produkte|Groupes de produits|Produits groupés|Productos agrupados|Prodotti raggruppati|Gegroepeerde producten|Produtos agrupados|Produkty grupowane|Pogrupowane produkty',
  Position: 'Posición|Posizione|Positie|Posição|Pozycja',
}

const english = new Map(
  Object.entries(words).flatMap(([name, foreign]) =>
    foreign.split('|').map((word) => [foldHeader(word), name] as const),
  ),
)

/** `Attribut 1 Wert(e)`, `Nom de l’attribut 1`, `Waarde eigenschap 1`: which of the columns of an attribute it is. */
const ofAttributes: readonly (readonly [form: RegExp, name: string])[] = [
  [
    /^(?:attribut (\d+) name|nom de l'attribut (\d+)|nombre del atributo (\d+)|nome dell?'attributo (\d+)|attributo (\d+) nome|naam eigenschap (\d+)|nome do atributo (\d+)|nazwa atrybutu (\d+))$/,
    'name',
  ],
  [
    /^(?:attribut (\d+) werte?(?:\(e\))?|valeur\(s\) de l'attribut (\d+)|valor\(es\) del atributo (\d+)|valore\/?i? dell?'attributo (\d+)|attributo (\d+) val(?:ore|uta)\((?:i|e)\)|waarden? eigenschap (\d+)|valor(?:es|\(es\)) do atributo (\d+)|wartości atrybutu (\d+))$/,
    'value(s)',
  ],
  [
    /^(?:attribut (\d+) (?:sichtbar|visible)|atributo (?:visible )?(\d+)(?: visible| visível)?|attributo (\d+) visibile|zichtbare eigenschap (\d+)|visibilidade do atributo (\d+)|widoczność atrybutu (\d+))$/,
    'visible',
  ],
  [
    /^(?:attributo? (\d+) globale?|atributo global (\d+)|atributo (\d+) global|globale eigenschap (\d+)|globalny atrybut (\d+))$/,
    'global',
  ],
  [
    /^(?:attribut (\d+) (?:standard|par défaut)|atributo (\d+) (?:por defecto|padrão)|attributo (\d+) predefinito|standaardeigenschap (\d+)|domyślny atrybut (\d+))$/,
    'default',
  ],
]

function foldHeader(header: string): string {
  return foldText(header.replaceAll('’', "'").replaceAll('\u00A0', ' '))
}

/** What a column is called in an English shop; a name that is not known stays as it is. */
export function inEnglish(header: string): string {
  const folded = foldHeader(header)
  const known = english.get(folded)
  if (known !== undefined) return known
  const [, name = '', unit = ''] = /^(.+?)\s*(\([^)]+\))$/.exec(folded) ?? []
  const measured = english.get(name)
  if (measured !== undefined) return `${measured} ${unit}`
  for (const [form, part] of ofAttributes) {
    const number = form
      .exec(folded)
      ?.slice(1)
      .find((one) => one !== undefined)
    if (number !== undefined) return `Attribute ${number} ${part}`
  }
  return header.replace(/^m[ée]ta\s*:\s*/i, 'Meta: ')
}
