import {
  type Shape,
  galleryHeader,
  ignoredColumn,
  parentHeader,
  text,
  localizedNumber,
  picture,
  gallery,
  flag,
  title,
  categories,
  vendor,
  html,
  choices,
  lines,
  choice,
  readSeparatelyColumn,
  parent,
  type PlainRow,
  toPlainRow,
  pictureCells,
  splitPictures,
  type Features,
} from './shape.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'

const nameHeader = 'Name'
/** A variant's price and weight are its product's values plus the variant's impact. */
const priceHeader = 'Price'
const weightHeader = 'Weight'

export const prestashop: Shape = {
  recognise: (file) =>
    idHeaderOf(file) !== undefined &&
    headerByPrefix(file, 'Active') !== undefined &&
    headerByPrefix(file, 'Categories') !== undefined,
  mergeKey: (file) => idHeaderOf(file) ?? '',
  added: () => [galleryHeader],
  column: (header, file) =>
    columnOf(header, file, productColumns) ?? (isIgnoredHeader(header) ? ignoredColumn : undefined),
  read: readProducts,
}

/** PrestaShop's combinations file: one row per variant of a product in the products file. */
export const prestashopCombinations: Shape = {
  recognise: (file) =>
    headerByPrefix(file, 'Product ID') !== undefined &&
    headerByPrefix(file, 'Attribute (') !== undefined &&
    headerByPrefix(file, 'Value (') !== undefined,
  mergeKey: (file) => headerByPrefix(file, 'Product ID') ?? '',
  added: () => [parentHeader, nameHeader, priceHeader, weightHeader, galleryHeader],
  column: (header, file) =>
    columnOf(header, file, combinationColumns) ?? (isIgnoredHeader(header) ? ignoredColumn : undefined),
  read: readCombinations,
}

/** Finds a header by its prefix; the rest describes the cell format and differs between versions. */
function headerByPrefix(file: SourceRows, ...starts: readonly string[]): string | undefined {
  const folded = starts.map((start) => start.toLowerCase())
  return file.headers.find((header) =>
    folded.some((start) => inEnglish(header).toLowerCase().startsWith(start)),
  )
}

/** Other columns tell that a mere `ID` is that of a product in PrestaShop. */
function idHeaderOf(file: SourceRows): string | undefined {
  return headerByPrefix(file, 'Product ID') ?? (headerByPrefix(file, 'Active (') && file.header('ID'))
}

/** The columns in French, as the import page of a French shop names them; the first that fits counts. */
const french: readonly (readonly [start: RegExp, english: string])[] = [
  [/^(ID|Identifiant) (du )?produit/i, 'Product ID'],
  [/^Actif(?= |$)/i, 'Active'],
  [/^Nom(?= |$)/i, 'Name'],
  [/^Catégories/i, 'Categories'],
  [/^Prix d['’]achat/i, 'Wholesale price'],
  [/^Prix (de vente )?(HT|TTC)/i, 'Price tax'],
  [/^(ID règle de taxes|Règle de taxes)/i, 'Tax rules'],
  [/^En (solde|promotion)/i, 'On sale'],
  [/^Référence (du )?fournisseur/i, 'Supplier reference'],
  [/^Référence/i, 'Reference'],
  [/^Fournisseur/i, 'Supplier'],
  [/^(Marque|Fabricant)/i, 'Brand'],
  [/^[ÉE]cotaxe/i, 'Ecotax'],
  [/^Largeur/i, 'Width'],
  [/^Hauteur/i, 'Height'],
  [/^Profondeur/i, 'Depth'],
  [/^Poids/i, 'Weight'],
  [/^Quantité minimale/i, 'Minimal quantity'],
  [/^Quantité/i, 'Quantity'],
  [/^Visibilité/i, 'Visibility'],
  [/^(Résumé|Récapitulatif|Description courte)/i, 'Summary'],
  [/^([ÉE]tiquettes|Mots-clés)/i, 'Tags'],
  [/^(Balise titre|Meta-?titre)/i, 'Meta title'],
  [/^URL (réécrite|simplifiée)/i, 'Rewritten URL'],
  [/^(URL|Adresses?) des images/i, 'Image URLs'],
  [/^Textes? alternatifs?/i, 'Image alt'],
  [/^Caractéristiques? ?\(/i, 'Feature ('],
  [/^Caractéristiques?/i, 'Feature'],
  [/^[ÉE]tat/i, 'Condition'],
  [/^Disponible à la vente/i, 'Available for order'],
  [/^Attribut \(/i, 'Attribute ('],
  [/^Valeur \(/i, 'Value ('],
  [/^Impact sur le prix/i, 'Impact on price'],
  [/^Impact sur le poids/i, 'Impact on weight'],
  [/^Par défaut/i, 'Default '],
  [/^Supprimer les images/i, 'Delete existing'],
]

function inEnglish(header: string): string {
  const [start, english] = french.find(([one]) => one.test(header)) ?? []
  return start === undefined || english === undefined ? header : header.replace(start, english)
}

function separatorOf(header: string): string {
  return /\(x\s*(\S)\s*y/.exec(header)?.[1] ?? ','
}

type ColumnTable = readonly (readonly [
  start: RegExp,
  column: (header: string, file: SourceRows) => ShapeColumn,
])[]

function columnOf(header: string, file: SourceRows, table: ColumnTable): ShapeColumn | undefined {
  return table.find(([pattern]) => pattern.test(inEnglish(header)))?.[1](header, file)
}

const shopId: ShapeColumn = { ...text('prestashop_id'), name: 'PrestaShop ID' }
const amount = (key: string, known?: readonly string[]) => (header: string, file: SourceRows) =>
  localizedNumber(key, known, file.writesComma(header))

const sharedColumns: ColumnTable = [
  [/^(Product )?ID\*?$/i, () => shopId],
  [/^EAN-?13/i, () => text('ean', names.gtin)],
  [/^UPC/i, () => text('upc')],
  [/^MPN/i, () => text('mpn', names.mpn)],
  [/^(Wholesale|Cost) price/i, amount('wholesale_price', names.cost)],
  [/^Ecotax/i, amount('ecotax')],
  [/^Quantity/i, amount('stock', names.quantity)],
  [/^Minimal quantity/i, amount('minimal_quantity')],
  [/^Supplier reference/i, () => text('supplier_reference')],
  [/^Image URL/i, () => picture('image', names.image)],
  [/^Image alt/i, () => text('image_alt_text', names.imageAlt)],
  [/^Further images$/, () => gallery],
]

const productColumns: ColumnTable = [
  ...sharedColumns,
  [/^Active /i, () => flag('published', names.published)],
  [/^Name\b/i, () => title],
  [/^Categories/i, (header) => categories('/', separatorOf(header))],
  [/^Price tax/i, amount('price', names.price)],
  [/^Reference/i, () => text('sku', names.sku)],
  [/^Supplier$/i, () => text('supplier')],
  [/^(Manufacturer|Brand)/i, () => vendor],
  [/^Width/i, amount('width', names.width)],
  [/^Height/i, amount('height', names.height)],
  [/^Depth/i, amount('depth', names.length)],
  [/^Weight/i, amount('weight', names.weight)],
  [/^(Short description|Summary)/i, () => html('short_description', names.shortDescription)],
  [/^Description/i, () => html('description', names.description)],
  [/^Tags/i, (header) => choices('tags', separatorOf(header), names.tags)],
  [/^Meta title/i, () => text('meta_title', names.seoTitle)],
  [/^Meta description/i, () => lines('meta_description', names.seoDescription)],
  [/^(URL rewritten|Rewritten URL)/i, () => text('url_key', names.handle)],
  [/^Condition/i, () => choice('condition')],
  [/^Visibility/i, () => choice('visibility')],
  [/^Available for order/i, () => flag('available_for_order')],
  [/^On sale/i, () => flag('on_sale')],
  [/^Feature ?\(/i, () => readSeparatelyColumn],
]

const combinationColumns: ColumnTable = [
  ...sharedColumns,
  [/^Parent$/, () => parent],
  [/^Name$/, () => title],
  [/^Product reference/i, () => ignoredColumn],
  [/^(Attribute|Value) \(/i, () => readSeparatelyColumn],
  [/^Reference/i, () => text('sku', names.sku)],
  [/^Impact on price/i, amount('price_impact')],
  [/^Impact on weight/i, amount('weight_impact')],
  [/^Price$/, (_header, file) => addedToParent('price', names.price, { file, impact: 'Impact on price' })],
  [
    /^Weight$/,
    (_header, file) => addedToParent('weight', names.weight, { file, impact: 'Impact on weight' }),
  ],
  [/^Default /i, () => flag('default_variant')],
]

function addedToParent(
  key: string,
  known: readonly string[],
  { file, impact }: { readonly file: SourceRows; readonly impact: string },
): ShapeColumn {
  const column = localizedNumber(key, known, file.writesComma(headerByPrefix(file, impact) ?? ''))
  return { ...column, rule: { ...column.rule, adds_to_parent: true } }
}

function isIgnoredHeader(header: string): boolean {
  return /^(Delete existing|ID \/ Name of shop|Advanced stock|Depends on stock|Warehouse|Choose among|Image position|Show price|Uploadable|Text fields|Customizable|Tax rules|Acces)/i.test(
    inEnglish(header),
  )
}

async function* readProducts(file: SourceRows): AsyncGenerator<PlainRow> {
  const pictures = picturesOf(file)
  const featuresHeader = headerByPrefix(file, 'Feature')
  const featuresOf = file.cell(featuresHeader ?? '')
  for await (const row of file.rows()) {
    const plain = toPlainRow(row, file.headers)
    const features = parseFeatures(featuresOf(row))
    yield row.issue === undefined
      ? { ...plain, values: { ...plain.values, ...pictures(row) }, features }
      : plain
  }
}

async function* readCombinations(file: SourceRows): AsyncGenerator<PlainRow> {
  const pictures = picturesOf(file)
  const cell = (start: string) => file.cell(headerByPrefix(file, start) ?? '\0')
  const cells = { id: cell('Product ID'), names: cell('Attribute ('), values: cell('Value (') }
  const impacts = { price: cell('Impact on price'), weight: cell('Impact on weight') }
  const idHeader = headerByPrefix(file, 'Product ID') ?? ''
  for await (const row of file.rows()) {
    const plain = toPlainRow(row, file.headers)
    const id = cells.id(row)
    const options = toOptions(firstParts(cells.names(row)), firstParts(cells.values(row)))
    const optionTexts = [...options.values()].flat()
    const own = {
      [idHeader]: [id, ...optionTexts].join('/'),
      [parentHeader]: id,
      [nameHeader]: optionTexts.join(' / '),
      [priceHeader]: impacts.price(row),
      [weightHeader]: impacts.weight(row),
    }
    const issue = row.issue ?? (id === '' || optionTexts.length === 0 ? incompleteCombination : undefined)
    const values = { ...plain.values, ...pictures(row), ...own }
    yield issue === undefined ? { ...plain, values, options } : { ...plain, issue }
  }
}

const incompleteCombination = 'The row needs the ID of its product, its attributes and their values.'

function picturesOf(file: SourceRows): (row: SourceRow) => Record<string, string> {
  const header = headerByPrefix(file, 'Image URL')
  if (header === undefined) return () => ({})
  const cell = file.cell(header)
  return (row) => pictureCells(splitPictures(cell(row), separatorOf(header)), header, galleryHeader)
}

/** `Color:color:0; Size:select:1`: the text before the first colon of each part. */
function firstParts(cell: string): string[] {
  return cell
    .split(cell.includes(';') ? ';' : ',')
    .map((part) => part.split(':')[0]?.trim() ?? '')
    .filter((part) => part !== '')
}

function toOptions(optionNames: readonly string[], values: readonly string[]): Features {
  return new Map(
    optionNames.flatMap((name, index) => (values[index] ? [[name, [values[index]]] as const] : [])),
  )
}

function parseFeatures(cell: string): Features {
  const found = new Map<string, string[]>()
  for (const part of cell.split(cell.includes(';') ? ';' : ',')) {
    const [name = '', value = ''] = part.split(':').map((one) => one.trim())
    if (name !== '' && value !== '') found.set(name, [...(found.get(name) ?? []), value])
  }
  return found
}
