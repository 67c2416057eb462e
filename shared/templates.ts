import type { SemanticType } from './semantic-types.ts'
import { keysOf } from './text.ts'

/** An English and a German text, as `Chairs|Stühle`. */
type Both = `${string}|${string}`

export interface TemplateAttribute {
  readonly key: string
  readonly name: Both
  readonly means?: SemanticType
  /** Without a meaning: how the values are stored. */
  readonly as?: 'line' | 'lines' | 'number' | 'flag' | 'choice' | 'choices'
  readonly unit?: string
  readonly options?: readonly Both[]
}

interface TemplateCategory {
  readonly name: Both
  readonly below: readonly Both[]
  /** The keys of what its products need, and of what is good to have. */
  readonly required: readonly string[]
  readonly recommended: readonly string[]
  /** By what the variants of its products differ. */
  readonly axes?: readonly string[]
}

export interface Template {
  readonly attributes: readonly TemplateAttribute[]
  readonly categories: readonly TemplateCategory[]
  /** Attributes that every product should have, as rules of quality. */
  readonly wanted: readonly string[]
}

const list = (text: string): readonly Both[] => text.split(', ') as Both[]

const color: TemplateAttribute = {
  key: 'color',
  name: 'Colour|Farbe',
  means: 'color',
  options: list(
    'Black|Schwarz, White|Weiß, Grey|Grau, Blue|Blau, Green|Grün, Red|Rot, Yellow|Gelb, Brown|Braun, Beige|Beige',
  ),
}
const care: TemplateAttribute = { key: 'care', name: 'Care|Pflege', means: 'care_instructions' }
const mpn: TemplateAttribute = { key: 'mpn', name: 'Part number|Herstellernummer', means: 'mpn' }
const warranty: TemplateAttribute = { key: 'warranty', name: 'Warranty|Garantie', means: 'warranty' }
const size = {
  width: { key: 'width', name: 'Width|Breite', means: 'width' },
  depth: { key: 'depth', name: 'Depth|Tiefe', means: 'depth' },
  height: { key: 'height', name: 'Height|Höhe', means: 'height' },
} as const satisfies Record<string, TemplateAttribute>

/** Attributes that the products of every template have. */
export const commonAttributes: readonly TemplateAttribute[] = [
  { key: 'name', name: 'Name|Name', means: 'name' },
  { key: 'sku', name: 'SKU|Artikelnummer', means: 'sku' },
  { key: 'picture', name: 'Picture|Bild', means: 'image' },
  { key: 'category', name: 'Category|Kategorie', means: 'category' },
  { key: 'brand', name: 'Brand|Marke', means: 'brand' },
  { key: 'gtin', name: 'GTIN|GTIN', means: 'gtin' },
  { key: 'price', name: 'Price|Preis', means: 'price' },
  { key: 'stock', name: 'Stock|Bestand', means: 'stock' },
  {
    key: 'status',
    name: 'Status|Status',
    means: 'status',
    options: list('Draft|Entwurf, In review|In Prüfung, Published|Veröffentlicht'),
  },
  { key: 'description', name: 'Description|Beschreibung', means: 'description' },
  { key: 'weight', name: 'Weight|Gewicht', means: 'weight' },
]

const fashion: Template = {
  attributes: [
    color,
    { key: 'size', name: 'Size|Größe', means: 'size', options: list('XS|XS, S|S, M|M, L|L, XL|XL, XXL|XXL') },
    { key: 'shoe_size', name: 'Shoe size|Schuhgröße', as: 'number' },
    {
      key: 'material',
      name: 'Material|Material',
      means: 'material',
      options: list(
        'Cotton|Baumwolle, Wool|Wolle, Linen|Leinen, Silk|Seide, Leather|Leder, Polyester|Polyester, Denim|Denim',
      ),
    },
    {
      key: 'gender',
      name: 'Gender|Geschlecht',
      means: 'gender',
      options: list('Women|Damen, Men|Herren, Unisex|Unisex'),
    },
    {
      key: 'age_group',
      name: 'Age group|Altersgruppe',
      means: 'age_group',
      options: list('Adults|Erwachsene, Children|Kinder, Babies|Babys'),
    },
    {
      key: 'pattern',
      name: 'Pattern|Muster',
      means: 'pattern',
      options: list('Plain|Uni, Striped|Gestreift, Checked|Kariert, Printed|Bedruckt'),
    },
    care,
  ],
  categories: [
    {
      name: 'Clothing|Bekleidung',
      below: list('Tops|Oberteile, Trousers|Hosen, Dresses|Kleider, Jackets|Jacken'),
      required: ['color', 'size', 'material', 'gender'],
      recommended: ['age_group', 'pattern', 'care'],
      axes: ['color', 'size'],
    },
    {
      name: 'Shoes|Schuhe',
      below: list('Trainers|Sneaker, Boots|Stiefel, Sandals|Sandalen'),
      required: ['color', 'shoe_size', 'gender'],
      recommended: ['material', 'age_group'],
      axes: ['color', 'shoe_size'],
    },
    {
      name: 'Accessories|Accessoires',
      below: list('Bags|Taschen, Belts|Gürtel, Jewellery|Schmuck'),
      required: ['color'],
      recommended: ['material'],
      axes: ['color'],
    },
  ],
  wanted: ['picture', 'color'],
}

const furniture: Template = {
  attributes: [
    color,
    {
      key: 'material',
      name: 'Material|Material',
      means: 'material',
      options: list(
        'Oak|Eiche, Beech|Buche, Walnut|Nussbaum, Pine|Kiefer, Steel|Stahl, Glass|Glas, Fabric|Stoff, Leather|Leder',
      ),
    },
    size.width,
    size.depth,
    size.height,
    { key: 'seat_height', name: 'Seat height|Sitzhöhe', as: 'number', unit: 'cm' },
    { key: 'max_load', name: 'Maximum load|Belastbarkeit', as: 'number', unit: 'kg' },
    { key: 'self_assembly', name: 'Self-assembly|Zum Selbstaufbau', as: 'flag' },
    {
      key: 'energy_class',
      name: 'Energy class|Energieklasse',
      means: 'energy_class',
      options: list('A|A, B|B, C|C, D|D, E|E, F|F, G|G'),
    },
    care,
  ],
  categories: [
    {
      name: 'Seating|Sitzmöbel',
      below: list('Chairs|Stühle, Sofas|Sofas, Benches|Bänke, Armchairs|Sessel'),
      required: ['color', 'material', 'width', 'depth', 'height'],
      recommended: ['seat_height', 'max_load', 'care'],
      axes: ['color', 'material'],
    },
    {
      name: 'Tables|Tische',
      below: list('Dining tables|Esstische, Side tables|Beistelltische, Desks|Schreibtische'),
      required: ['material', 'width', 'depth', 'height'],
      recommended: ['color', 'max_load', 'self_assembly'],
      axes: ['material'],
    },
    {
      name: 'Storage|Aufbewahrung',
      below: list('Shelves|Regale, Wardrobes|Schränke, Sideboards|Sideboards'),
      required: ['material', 'width', 'depth', 'height'],
      recommended: ['color', 'max_load', 'self_assembly'],
    },
    {
      name: 'Lighting|Leuchten',
      below: list('Floor lamps|Stehleuchten, Pendant lamps|Hängeleuchten'),
      required: ['height', 'energy_class'],
      recommended: ['color', 'material'],
      axes: ['color'],
    },
  ],
  wanted: ['picture', 'width', 'height'],
}

const food: Template = {
  attributes: [
    { key: 'net_content', name: 'Net content|Füllmenge', means: 'net_content' },
    { key: 'ingredients', name: 'Ingredients|Zutaten', means: 'ingredients' },
    {
      key: 'allergens',
      name: 'Allergens|Allergene',
      means: 'allergens',
      options: list(
        'Gluten|Gluten, Milk|Milch, Eggs|Eier, Nuts|Nüsse, Peanuts|Erdnüsse, Soya|Soja, Fish|Fisch, Celery|Sellerie, Mustard|Senf, Sesame|Sesam',
      ),
    },
    { key: 'energy', name: 'Energy per 100 g|Brennwert je 100 g', as: 'number', unit: 'kcal' },
    { key: 'shelf_life', name: 'Shelf life|Haltbarkeit', as: 'number', unit: 'days' },
    {
      key: 'storage',
      name: 'Storage|Lagerung',
      as: 'choice',
      options: list('Dry|Trocken, Chilled|Gekühlt, Frozen|Tiefgekühlt'),
    },
    { key: 'organic', name: 'Organic|Bio', as: 'flag' },
    {
      key: 'diet',
      name: 'Diet|Ernährungsweise',
      as: 'choices',
      options: list('Vegan|Vegan, Vegetarian|Vegetarisch, Gluten-free|Glutenfrei, Lactose-free|Laktosefrei'),
    },
    { key: 'origin', name: 'Origin|Herkunft', as: 'line' },
  ],
  categories: [
    {
      name: 'Beverages|Getränke',
      below: list('Coffee and tea|Kaffee und Tee, Juices|Säfte, Wine|Wein'),
      required: ['net_content', 'ingredients'],
      recommended: ['energy', 'origin', 'organic'],
    },
    {
      name: 'Pantry|Vorrat',
      below: list('Pasta and rice|Nudeln und Reis, Oils|Öle, Spices|Gewürze, Preserves|Konserven'),
      required: ['net_content', 'ingredients', 'allergens'],
      recommended: ['energy', 'shelf_life', 'diet'],
    },
    {
      name: 'Fresh food|Frisches',
      below: list('Dairy|Molkereiprodukte, Bakery|Backwaren, Meat|Fleisch'),
      required: ['net_content', 'ingredients', 'allergens', 'storage'],
      recommended: ['energy', 'shelf_life'],
    },
    {
      name: 'Sweets|Süßes',
      below: list('Chocolate|Schokolade, Biscuits|Kekse'),
      required: ['net_content', 'ingredients', 'allergens'],
      recommended: ['energy', 'diet'],
    },
  ],
  wanted: ['net_content', 'ingredients'],
}

const electronics: Template = {
  attributes: [
    mpn,
    color,
    {
      key: 'energy_class',
      name: 'Energy class|Energieklasse',
      means: 'energy_class',
      options: list('A|A, B|B, C|C, D|D, E|E, F|F, G|G'),
    },
    size.width,
    size.height,
    size.depth,
    { key: 'screen_size', name: 'Screen size|Bildschirmgröße', as: 'number', unit: 'in' },
    { key: 'memory', name: 'Storage capacity|Speicherplatz', as: 'number', unit: 'GB' },
    { key: 'power', name: 'Power|Leistung', as: 'number', unit: 'W' },
    {
      key: 'connections',
      name: 'Connections|Anschlüsse',
      as: 'choices',
      options: list(
        'USB-C|USB-C, USB-A|USB-A, HDMI|HDMI, Bluetooth|Bluetooth, Wi-Fi|WLAN, Ethernet|Ethernet',
      ),
    },
    { key: 'in_the_box', name: 'In the box|Lieferumfang', as: 'lines' },
    warranty,
  ],
  categories: [
    {
      name: 'Computers|Computer',
      below: list('Laptops|Laptops, Monitors|Monitore, Accessories|Zubehör'),
      required: ['mpn', 'connections'],
      recommended: ['screen_size', 'memory', 'color', 'warranty'],
      axes: ['memory', 'color'],
    },
    {
      name: 'Phones and tablets|Telefone und Tablets',
      below: list('Phones|Telefone, Tablets|Tablets, Cases|Hüllen'),
      required: ['mpn', 'color'],
      recommended: ['screen_size', 'memory', 'connections'],
      axes: ['memory', 'color'],
    },
    {
      name: 'Audio and video|Audio und Video',
      below: list('Headphones|Kopfhörer, Loudspeakers|Lautsprecher, Televisions|Fernseher'),
      required: ['mpn', 'connections'],
      recommended: ['power', 'energy_class', 'color'],
      axes: ['color'],
    },
    {
      name: 'Household|Haushalt',
      below: list('Kitchen appliances|Küchengeräte, Vacuum cleaners|Staubsauger'),
      required: ['mpn', 'power', 'energy_class'],
      recommended: ['width', 'height', 'depth', 'warranty'],
    },
  ],
  wanted: ['picture', 'mpn', 'gtin'],
}

const spareParts: Template = {
  attributes: [
    mpn,
    { key: 'oe_numbers', name: 'OE numbers|OE-Nummern', as: 'lines' },
    { key: 'fits', name: 'Fits|Passend für', as: 'lines' },
    {
      key: 'position',
      name: 'Fitting position|Einbauposition',
      as: 'choice',
      options: list('Front|Vorne, Rear|Hinten, Left|Links, Right|Rechts'),
    },
    {
      key: 'condition',
      name: 'Condition|Zustand',
      means: 'condition',
      options: list('New|Neu, Used|Gebraucht, Refurbished|Aufbereitet'),
    },
    {
      key: 'material',
      name: 'Material|Material',
      means: 'material',
      options: list('Steel|Stahl, Aluminium|Aluminium, Plastic|Kunststoff, Rubber|Gummi, Ceramic|Keramik'),
    },
    size.width,
    size.height,
    size.depth,
    { key: 'hs_code', name: 'HS code|Zolltarifnummer', means: 'hs_code' },
    warranty,
  ],
  categories: [
    {
      name: 'Engine|Motor',
      below: list('Filters|Filter, Belts|Riemen, Gaskets|Dichtungen'),
      required: ['mpn', 'fits'],
      recommended: ['oe_numbers', 'material'],
    },
    {
      name: 'Brakes|Bremsen',
      below: list('Brake discs|Bremsscheiben, Brake pads|Bremsbeläge'),
      required: ['mpn', 'fits', 'position'],
      recommended: ['oe_numbers', 'width', 'height'],
    },
    {
      name: 'Electrical|Elektrik',
      below: list('Batteries|Batterien, Lamps|Lampen, Sensors|Sensoren'),
      required: ['mpn', 'fits'],
      recommended: ['oe_numbers', 'condition'],
    },
    {
      name: 'Body|Karosserie',
      below: list('Mirrors|Spiegel, Bumpers|Stoßfänger'),
      required: ['mpn', 'fits', 'position'],
      recommended: ['material', 'condition'],
    },
  ],
  wanted: ['mpn', 'fits'],
}

const books: Template = {
  attributes: [
    { key: 'author', name: 'Author|Autor', as: 'line' },
    {
      key: 'language',
      name: 'Language|Sprache',
      as: 'choice',
      options: list('English|Englisch, German|Deutsch, French|Französisch, Spanish|Spanisch'),
    },
    {
      key: 'binding',
      name: 'Binding|Einband',
      as: 'choice',
      options: list('Hardcover|Gebunden, Paperback|Taschenbuch, E-book|E-Book, Audiobook|Hörbuch'),
    },
    { key: 'pages', name: 'Pages|Seiten', as: 'number' },
    { key: 'published_on', name: 'Published on|Erschienen am', means: 'launch_date' },
    { key: 'edition', name: 'Edition|Auflage', as: 'line' },
    { key: 'series', name: 'Series|Reihe', as: 'line' },
    { key: 'blurb', name: 'Blurb|Klappentext', means: 'short_description' },
    { key: 'reading_age', name: 'Reading age from|Lesealter ab', as: 'number' },
  ],
  categories: [
    {
      name: 'Fiction|Belletristik',
      below: list('Novels|Romane, Crime|Krimis, Poetry|Lyrik, Fantasy|Fantasy'),
      required: ['author', 'language', 'binding'],
      recommended: ['pages', 'published_on', 'blurb', 'series'],
      axes: ['binding'],
    },
    {
      name: 'Non-fiction|Sachbuch',
      below: list('History|Geschichte, Science|Wissenschaft, Cooking|Kochen, Travel|Reise'),
      required: ['author', 'language', 'binding'],
      recommended: ['pages', 'published_on', 'edition'],
      axes: ['binding'],
    },
    {
      name: 'Children|Kinder',
      below: list('Picture books|Bilderbücher, First readers|Erstlesebücher'),
      required: ['author', 'language', 'reading_age'],
      recommended: ['pages', 'binding', 'blurb'],
    },
  ],
  wanted: ['author', 'gtin', 'language'],
}

/** Templates of an empty workspace, by their keys. */
export const templates = {
  fashion,
  furniture,
  food,
  electronics,
  spare_parts: spareParts,
  books,
} as const satisfies Record<string, Template>

export type TemplateKey = keyof typeof templates
export const templateKeys = keysOf(templates)

export const templateLanguages = ['en', 'de'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

export type { MadeFromTemplate, NewFromTemplate } from './schemas/templates.ts'

/** The text of a language. */
export function inLanguage(text: Both, language: TemplateLanguage): string {
  const [english = '', german = english] = text.split('|')
  return language === 'de' ? german : english
}
