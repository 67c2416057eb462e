import {
  type Amounts,
  type Shape,
  amountOf,
  parentHeader,
  galleryHeader,
  imageHeader,
  categoriesHeader,
  ownColumns,
  readSeparatelyColumn,
  title,
  html,
  text,
  categories,
  flag,
  lines,
  vendor,
  type PlainRow,
  toPlainRow,
  listCell,
} from './shape.ts'
import { message } from '#shared/messages/message.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import {
  cellsOf,
  findOptionPairs,
  learnProducts,
  picturesOf,
  readGroups,
  readOptions,
  toVariant,
} from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

/**
 * The CSV of JTL-Wawi (guide.jtl-software.com, JTL-Ameise): a row for each article, which names the one that it
 * is a variant of by its number, and a further row for each further category.
 */
export const jtl: Shape = {
  recognise: (file) =>
    file.has('Artikelnummer', 'Artikelname') && file.headers.some((header) => isOfJtl.test(header)),
  mergeKey: (file) => file.header('Artikelnummer') ?? '',
  added: () => [parentHeader, imageHeader, galleryHeader, categoriesHeader],
  column: (header, file) => {
    if (isReadSeparately.test(header)) return readSeparatelyColumn
    if (pictureHeader.test(header)) return hasAddresses(file) ? readSeparatelyColumn : undefined
    const name = header.replace(/^Std\. VK (Brutto|Netto)$/, '$1-VK')
    return columns[header] ?? amountOf(amountsOf(file), name, { header, file })
  },
  read: readRows,
}

const isOfJtl =
  /^(Identifizierungsspalte Vaterartikel|Vaterartikel ID-Feld|Ist Vaterartikel|Kategorie (Ebene|Level) 1|Interner Schlüssel|Variationswert(name)? 1)$/

const isReadSeparately =
  /^(Identifizierungsspalte Vaterartikel|Vaterartikel ID-Feld|Ist Vaterartikel|Kategorie (Ebene|Level) \d+|Variations(name|wertname|wert) \d+)$/

const pictureHeader = /^Bild ?(pfad\/URL|Pfad\/URL)? ?\d+$/

function hasAddresses(file: SourceRows): boolean {
  const samples = file.headers
    .filter((header) => pictureHeader.test(header))
    .flatMap((one) => file.samples(one))
  return samples.length > 0 && samples.every((cell) => /^https?:/i.test(cell))
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  ...ownColumns,
  'Interner Schlüssel': text('jtl_key'),
  Artikelnummer: text('sku', names.sku),
  Artikelname: title,
  'GTIN / EAN': text('gtin', names.gtin),
  GTIN: text('gtin', names.gtin),
  EAN: text('gtin', names.gtin),
  HAN: text('mpn', names.mpn),
  Hersteller: vendor,
  Beschreibung: html('description', names.description),
  Kurzbeschreibung: html('short_description', names.shortDescription),
  Aktiv: flag('published', names.published),
  'Top-Artikel': flag('featured', names.featured),
  'URL-Pfad': text('handle', names.handle),
  'Titel-Tag (SEO)': text('seo_title', names.seoTitle),
  'Meta-Description (SEO)': lines('seo_description', names.seoDescription),
  'TARIC-Code': text('taric_code'),
  [categoriesHeader]: categories('>', ','),
}

const amounts: Amounts = {
  'Brutto-VK': ['price', names.price],
  UVP: ['compare_at_price', names.listPrice],
  'Netto-EK': ['cost', names.cost],
  'EK Netto (für GLD)': ['average_cost', []],
  'Durchschnittlicher Einkaufspreis (netto)': ['average_cost', []],
  Lagerbestand: ['stock', names.quantity],
  'Lagerbestand gesamt': ['stock', names.quantity],
  Bestand: ['stock', names.quantity],
  Artikelgewicht: ['weight', names.weight],
  Versandgewicht: ['shipping_weight', []],
  Länge: ['length', names.length],
  Breite: ['width', names.width],
  Höhe: ['height', names.height],
}

/** Where there is no gross price, the net one is the price. */
function amountsOf(file: SourceRows): Amounts {
  const hasGross = file.has('Brutto-VK') || file.has('Std. VK Brutto')
  return { ...amounts, 'Netto-VK': hasGross ? ['price_net', []] : ['price', names.price] }
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const cell = (...wanted: string[]) => file.cell(...wanted)
  const number = cell('Artikelnummer')
  const parentOf = cell('Identifizierungsspalte Vaterartikel', 'Vaterartikel ID-Feld')
  const ids = [number, cell('Interner Schlüssel')]
  const products = await learnProducts(file, { ids, key: number, title: cell('Artikelname') })
  const pairs = findOptionPairs(file, (count) => [
    `Variationsname ${count}`,
    file.has(`Variationswertname ${count}`) ? `Variationswertname ${count}` : `Variationswert ${count}`,
  ])
  const headers = { key: 'Artikelnummer', title: 'Artikelname' }
  const merge = rowMerger(file)
  yield* readGroups(file, {
    productOf: number,
    noProduct: message('row.nothing_identifies_it'),
    *toRows(rows) {
      const [first] = rows
      if (!first) return
      const named = parentOf(first)
      const known = products.get(named)
      const product = known ?? { key: named, title: '' }
      const options = readOptions(pairs, first)
      // An article that names itself is a product, as one that names nothing.
      if (named === '' || product.key === number(first)) yield merge(rows)
      else yield toVariant(merge(rows), { options, headers, product, key: number(first) })
    },
  })
}

/** The rows of an article as one: its first cells, and the categories and pictures of all. */
function rowMerger(file: SourceRows): (rows: readonly SourceRow[]) => ReturnType<typeof toPlainRow> {
  const stepsIn = cellsOf(file, /^Kategorie (Ebene|Level) \d+$/)
  const picturesIn = hasAddresses(file) ? cellsOf(file, pictureHeader) : () => []
  return (rows) => {
    const [first] = rows
    const plain = toPlainRow(first ?? { row: 0, cells: [] }, file.headers)
    const paths = rows.map((row) => stepsIn(row).join(' > ')).filter((path) => path !== '')
    const own = {
      [categoriesHeader]: listCell([...new Set(paths)]),
      ...picturesOf(rows.flatMap(picturesIn), imageHeader),
    }
    return { ...plain, values: { ...plain.values, ...own } }
  }
}
