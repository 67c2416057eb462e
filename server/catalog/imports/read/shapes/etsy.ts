import {
  type Shape,
  parentHeader,
  galleryHeader,
  readSeparatelyColumn,
  title,
  lines,
  number,
  localizedNumber,
  lettersOf,
  text,
  choices,
  picture,
  parent,
  gallery,
  type PlainRow,
  toPlainRow,
  pictureCells,
  variantTitle,
} from './shape.ts'
import { foldText } from '#shared/text.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import { combineOptions } from './variants.ts'

/** Etsy's listings (Shop Manager, Settings, Options, Download data): a row for each, with the values its variants have. */
export const etsy: Shape = {
  recognise: (file) => {
    const known = new Set(file.headers.map(inEnglish))
    // In other languages, these four occur in many lists; materials hardly do.
    return file.has(...own) || [...own, 'MATERIALS'].every((name) => known.has(name))
  },
  mergeKey: (file) => file.translate(inEnglish).header('TITLE') ?? '',
  learner: 'etsy',
  field: (header) => {
    const name = inEnglish(header)
    return /^(VARIATION \d |IMAGE\d+$|SKU$)/.test(name) ? undefined : name
  },
  added: () => [parentHeader, galleryHeader],
  column: (header, file) => {
    const name = inEnglish(header)
    if (/^(VARIATION \d |IMAGE([2-9]|10)$)/.test(name)) return readSeparatelyColumn
    return name === 'PRICE' ? localizedNumber('price', names.price, file.writesComma(header)) : columns[name]
  },
  read: (file) => readRows(file.translate(inEnglish)),
}

const own = ['TITLE', 'DESCRIPTION', 'CURRENCY_CODE', 'IMAGE1']

const columns: Readonly<Record<string, ShapeColumn>> = {
  TITLE: title,
  DESCRIPTION: lines('description', names.description),
  CURRENCY_CODE: text('currency'),
  QUANTITY: number('stock', names.quantity),
  TAGS: choices('tags', ',', names.tags),
  MATERIALS: choices('materials', ',', names.material),
  IMAGE1: picture('image', names.image),
  SKU: text('sku', names.sku),
  [parentHeader.toUpperCase()]: parent,
  [galleryHeader.toUpperCase()]: gallery,
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const pictures = Array.from({ length: 10 }, (_, index) => file.cell(`IMAGE${index + 1}`))
  const variations = [1, 2].map((count) => ({
    name: [file.cell(`VARIATION ${count} NAME`), file.cell(`VARIATION ${count} TYPE`)] as const,
    values: file.cell(`VARIATION ${count} VALUES`),
  }))
  for await (const row of file.rows()) {
    const plain = toPlainRow(row, file.headers)
    const urls = pictures.map((of) => of(row)).filter((url) => url !== '')
    const own = pictureCells(urls, file.header('IMAGE1') ?? '', galleryHeader)
    const options = variations.flatMap(({ name: [name, type], values }, index) => {
      const list = splitValues(values(row))
      return list.length === 0 ? [] : [{ name: name(row) || type(row) || `Variation ${index + 1}`, list }]
    })
    yield* row.issue === undefined ? toRows(file, row, { ...plain.values, ...own }, options) : [plain]
  }
}

interface Option {
  readonly name: string
  readonly list: readonly string[]
}

/** A listing and its variants: SKUs are assigned in the order of the values, where there is one for each. */
function toRows(
  file: SourceRows,
  { row: line }: SourceRow,
  values: Readonly<Record<string, string>>,
  options: readonly Option[],
): PlainRow[] {
  if (options.length === 0) return [{ line, values }]
  const [titleHeader = '', skuHeader = '', priceHeader = ''] = ['TITLE', 'SKU', 'PRICE'].map((name) =>
    file.header(name),
  )
  const name = values[titleHeader] ?? ''
  const combinations = combineOptions(new Map(options.map((option) => [option.name, option.list])))
  const skus = splitValues(values[skuHeader] ?? '')
  const hasSkus = skus.length === combinations.length
  const variants = combinations.map((combination, index): PlainRow => ({
    line,
    options: combination,
    values: {
      [parentHeader]: name,
      [titleHeader]: variantTitle(name, [...combination.values()].flat()),
      [priceHeader]: values[priceHeader] ?? '',
      [skuHeader]: hasSkus ? (skus[index] ?? '') : '',
    },
  }))
  const { [skuHeader]: _skus, ...ofListing } = values
  return [{ line, values: hasSkus ? ofListing : values }, ...variants]
}

function splitValues(cell: string): string[] {
  return cell
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Etsy's headings in German, French, Spanish, Italian and Dutch; case, spaces and underscores do not count. */
const words: Readonly<Record<string, string>> = {
  TITLE: 'Titel|Titre|Título|Titolo',
  DESCRIPTION: 'Beschreibung|Descripción|Descrizione|Beschrijving|Omschrijving',
  PRICE: 'Preis|Prix|Precio|Prezzo|Prijs',
  CURRENCY_CODE:
    'Währungscode|Code devise|Code de devise|Code de la devise|Código de divisa|Código de moneda|Codice valuta|Codice della valuta|Valutacode',
  QUANTITY: 'Stückzahl|Menge|Anzahl|Quantité|Cantidad|Quantità|Aantal|Hoeveelheid',
  TAGS: 'Stichwörter|Schlagwörter|Mots-clés|Étiquettes|Etiquetas|Tag|Etichette|Labels',
  MATERIALS: 'Materialien|Matériaux|Matières|Materiales|Materiali|Materialen',
  SKU: 'Bestandseinheit|UGS|Référence',
}

const english = new Map(
  Object.entries(words).flatMap(([name, foreign]) =>
    [name, ...foreign.split('|')].map((word) => [foldHeader(word), name] as const),
  ),
)

const picturesOf = /^(?:image|bild|imagen|immagine|afbeelding|photo|foto)(\d+)$/

const partsOfVariations: readonly (readonly [form: RegExp, part: string])[] = [
  [/typ|tipo/, 'TYPE'],
  [/na+m|nom/, 'NAME'],
  [/val|wert|waarde/, 'VALUES'],
]

function inEnglish(header: string): string {
  const folded = foldHeader(header)
  const picture = picturesOf.exec(folded)?.[1]
  if (picture !== undefined) return `IMAGE${picture}`
  return english.get(folded) ?? ofVariation(folded) ?? header.toUpperCase()
}

/** Languages name the parts of a variation in different orders: VARIATIONSTYP 1, TYPE DE VARIATION 1. */
function ofVariation(folded: string): string | undefined {
  const [number] = /\d/.exec(folded) ?? []
  if (number === undefined || !folded.includes('varia')) return undefined
  const part = partsOfVariations.find(([form]) => form.test(folded))?.[1]
  return part && `VARIATION ${number} ${part}`
}

function foldHeader(header: string): string {
  return lettersOf(foldText(header))
}
