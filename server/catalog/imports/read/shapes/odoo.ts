import {
  type Amounts,
  amountOf,
  type Shape,
  parentHeader,
  ignoredColumn,
  readSeparatelyColumn,
  title,
  html,
  text,
  choice,
  choices,
  category,
  flag,
  lettersOf,
  lines,
  picture,
  parent,
  type PlainRow,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { foldText, splitList } from '#shared/text.ts'
import { combineOptions, productAbove, readGroups, splitProduct, toVariant } from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

const lineAttribute = 'attribute_line_ids/attribute_id'
const lineValues = 'attribute_line_ids/value_ids'
const variantValues = 'product_template_variant_value_ids'

/**
 * Odoo's product export (odoo.com/documentation, Import products): a row for each product, and below it one for
 * each further attribute of it, with nothing but that; its values make the variants. An export of variants has a
 * row for each, which names its values.
 */
export const odoo: Shape = {
  recognise: (file) => {
    const known = new Set(file.headers.map(toField))
    const hasLines = known.has(lineAttribute) && known.has(lineValues)
    return known.has('name') && (hasLines || known.has(variantValues))
  },
  mergeKey: (file) => keyOf(translated(file)),
  sku: (file) => (areVariants(translated(file)) ? file.header('default_code') : undefined),
  hasKeylessVariants: true,
  added: () => [parentHeader],
  column: (header, file) => {
    const field = toField(header)
    return columns[field] ?? amountOf(amounts, field, { header, file })
  },
  read: (file) => {
    const toRows = areVariants(translated(file)) ? variantReader(file) : rowReader(file)
    return readGroups(file, { productOf: productOf(file), toRows })
  },
}

function translated(file: SourceRows): SourceRows {
  return file.translate(toField)
}

function areVariants(file: SourceRows): boolean {
  return file.has(variantValues)
}

/** Only what all products have identifies them; a name is what is always there, and all that variants share. */
function keyOf(file: SourceRows): string {
  if (areVariants(file)) return file.header('name') ?? ''
  const key = ['id', 'default_code'].find((field) => file.hasWherever('name', field))
  return file.header(key ?? 'name') ?? ''
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  id: text('odoo_id'),
  name: title,
  default_code: text('sku', names.sku),
  barcode: text('barcode', names.gtin),
  categ_id: category(' / '),
  type: choice('odoo_type'),
  sale_ok: flag('can_be_sold'),
  purchase_ok: flag('can_be_purchased'),
  active: flag('active'),
  is_published: flag('published', names.published),
  description_sale: lines('sales_description', names.shortDescription),
  description_ecommerce: html('description', names.description),
  product_tag_ids: choices('tags', ',', names.tags),
  uom_id: text('unit_of_measure'),
  image: picture('image', names.image),
  [lineAttribute]: readSeparatelyColumn,
  [lineValues]: readSeparatelyColumn,
  [variantValues]: readSeparatelyColumn,
  // Ids of the lines are of no use outside of Odoo's database.
  attribute_line: ignoredColumn,
  [parentHeader]: parent,
}

const amounts: Amounts = {
  list_price: ['price', names.price],
  standard_price: ['cost', names.cost],
  weight: ['weight', names.weight],
  volume: ['volume', []],
  qty_available: ['stock', names.quantity],
}

/** Odoo's labels in English, German, French and Spanish; case and punctuation do not count. */
const words: Readonly<Record<string, string>> = {
  id: 'External ID|Externe ID|ID externe|Identifiant externe|ID externo|Identificación externa',
  name: 'Product Name|Produktname|Nom|Nom du produit|Nombre|Nombre del producto',
  default_code: 'Internal Reference|Interne Referenz|Référence interne|Referencia interna',
  barcode: 'Strichcode|Code-barres|Código de barras',
  list_price: 'Sales Price|Verkaufspreis|Prix de vente|Precio de venta',
  standard_price: 'Cost|Kosten|Coût|Coste|Costo',
  categ_id:
    "Product Category|Produktkategorie|Catégorie de produits|Catégorie d'article|Catégorie de produit|Categoría de producto|Categoría del producto",
  type: 'Product Type|Produkttyp|Produktart|Type de produit|Tipo de producto|detailed_type',
  sale_ok: 'Can be Sold|Sales|Kann verkauft werden|Verkauf|Peut être vendu|Ventes|Puede ser vendido|Ventas',
  purchase_ok:
    'Can be Purchased|Purchase|Kann eingekauft werden|Einkauf|Peut être acheté|Achats|Puede ser comprado|Compra|Compras',
  weight: 'Gewicht|Poids|Peso',
  volume: 'Volumen|Volume',
  description_sale:
    'Sales Description|Verkaufsbeschreibung|Description de vente|Description pour les ventes|Descripción de venta|Descripción de ventas',
  qty_available:
    'Quantity On Hand|Verfügbare Menge|Vorrätige Menge|Quantité en stock|Quantité disponible|Cantidad a mano|Cantidad disponible',
  active: 'Aktiv|Actif|Activo',
  is_published: 'Published|website_published|Veröffentlicht|Publié|Publicado',
  product_tag_ids:
    'Tags|Product Tags|Stichwörter|Schlagwörter|Étiquettes|Étiquettes de produit|Etiquetas|Etiquetas de producto',
  uom_id: 'Unit of Measure|Unit|Maßeinheit|Mengeneinheit|Unité de mesure|Unité|Unidad de medida|Unidad',
  image: 'image_1920|Bild|Imagen',
  [lineAttribute]:
    'Product Attributes / Attribute|Produktattribute / Attribut|Attributs du produit / Attribut|Attributs de produit / Attribut|Atributos del producto / Atributo|Atributos de producto / Atributo',
  [lineValues]:
    'Product Attributes / Values|Produktattribute / Werte|Attributs du produit / Valeurs|Attributs de produit / Valeurs|Atributos del producto / Valores|Atributos de producto / Valores',
  [variantValues]:
    'Variant Values|product_template_attribute_value_ids|Attribute Values|Variantenwerte|Valeurs de variante|Valeurs de la variante|Valores de variante|Valores de la variante',
  attribute_line: 'attribute_line_ids/id|Product Attributes / External ID|Product Attributes',
}

const fields = new Map(
  Object.entries(words).flatMap(([field, labels]) =>
    [field, ...labels.split('|')].map((label) => [lettersOf(foldText(label)), field] as const),
  ),
)

/** The field that a technical name or a label means; names and ids of what it refers to count as itself. */
function toField(header: string): string {
  const plain = header.replace(
    /(?<=.)\s*\/\s*(id|name|display_name|External ID|Value|Wert|Valeur|Valor)$/i,
    '',
  )
  return fields.get(lettersOf(foldText(header))) ?? fields.get(lettersOf(foldText(plain))) ?? header
}

/** A row with a name or an id starts a product, unless it says again what the row above it is. */
function productOf(file: SourceRows): (row: SourceRow) => string {
  const cells = ['id', 'default_code', 'name'].map((field) => translated(file).cell(field))
  return productAbove((row) => {
    const [id = '', code = '', name = ''] = cells.map((cell) => cell(row))
    return id || [code, name].filter((part) => part !== '').join(' ')
  })
}

function rowReader(file: SourceRows): (rows: readonly SourceRow[]) => Generator<PlainRow> {
  const cell = (field: string) => translated(file).cell(field)
  const cells = { attribute: cell(lineAttribute), values: cell(lineValues), name: cell('name') }
  const key = keyOf(file)
  const headers = { key, title: file.header('name') ?? '' }
  return function* toRows(rows) {
    const [first] = rows
    if (!first) return
    const lists = listValues(rows, cells)
    const varying = new Map([...lists].filter(([, values]) => values.length > 1))
    const variants = combineOptions(varying)
    const features = variants.length === 0 ? [...lists] : [...lists].filter(([name]) => !varying.has(name))
    yield { ...gather(file, rows), features: new Map(features.filter(([, values]) => values.length > 0)) }
    const product = { key: file.cell(key)(first), title: cells.name(first) }
    for (const options of variants)
      yield toVariant({ line: first.row, values: {} }, { options, headers, product, key: '' })
  }
}

/** The values of the attributes of a product; a row without an attribute goes on with that above it. */
function listValues(
  rows: readonly SourceRow[],
  cells: Readonly<Record<'attribute' | 'values', (row: SourceRow) => string>>,
): Map<string, string[]> {
  const lists = new Map<string, string[]>()
  let attribute = ''
  for (const row of rows) {
    attribute = cells.attribute(row) || attribute
    const known = lists.get(attribute) ?? []
    const values = splitList(cells.values(row)).map((value) => withoutName(value, attribute))
    lists.set(attribute, [...new Set([...known, ...values])])
  }
  lists.delete('')
  return lists
}

/** Odoo shows a value behind the name of its attribute: `Colour: Red`. */
function withoutName(value: string, attribute: string): string {
  return value.startsWith(`${attribute}: `) ? value.slice(attribute.length + 2) : value
}

const ofVariants = new Set(['id', 'default_code', 'barcode', 'image', ...Object.keys(amounts)])

/** The rows of a variant as one, below its product where it is the first of it. */
function variantReader(file: SourceRows): (rows: readonly SourceRow[]) => Generator<PlainRow> {
  const [titleOf, valuesOf] = [file.cell('name'), file.cell(variantValues)]
  const title = file.header('name') ?? ''
  const known = new Set<string>()
  return function* toRows(rows) {
    const pairs = rows.flatMap((row) =>
      splitList(valuesOf(row)).flatMap((pair) => {
        const [, name = '', value = ''] = /^(.+?):\s*(.+)$/.exec(pair) ?? []
        return name === '' ? [] : [{ name: () => name, value: () => value }]
      }),
    )
    const made = splitProduct(rows.slice(0, 1), {
      headers: { key: title, title },
      keyOf: titleOf,
      titleOf,
      pairs,
      levelOf: (header) => (ofVariants.has(toField(header)) ? 'variant' : 'product'),
      toPlain: () => gather(file, rows),
    })
    for (const row of made) {
      const name = String(row.values[title])
      if (row.options !== undefined || !known.has(name) || pairs.length === 0) yield row
      if (pairs.length > 0) known.add(name)
    }
  }
}

/** The cells of a product, with what other lists of it have in the rows below. */
function gather(file: SourceRows, rows: readonly SourceRow[]): ReturnType<typeof toPlainRow> {
  const [first] = rows
  const plain = toPlainRow(first ?? { row: 0, cells: [] }, file.headers)
  const cells = file.headers.map((header) => {
    const found = rows.map(file.cell(header)).filter((cell) => cell !== '')
    return [header, [...new Set(found)].join(', ')]
  })
  return { ...plain, values: Object.fromEntries(cells) }
}
