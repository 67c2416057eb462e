import { variantTitle } from '../shapes/shape.ts'
import { BmecatCatalog, isCatalogPart } from './bmecat-catalog.ts'
import { type BmecatWork, cellsOf, inBoth } from './bmecat-cells.ts'
import { BmecatCounts } from './bmecat-counts.ts'
import { type Feature, featureCells, readFeatures, variantsOf } from './bmecat-features.ts'
import {
  childrenOf,
  readElements,
  TextLanguages,
  textIn,
  type XmlElement,
  type XmlFile,
  type XmlProducts,
  type XmlRecord,
} from './xml-elements.ts'

/**
 * BMEcat 2005, and 1.2, which calls products articles: a row for each product and each variant by its
 * features, with BMEcat 2005's column names. The group assignments come after the products, so the file is
 * read twice.
 */
export async function readBmecat({ file, encoding, language }: XmlFile): Promise<XmlProducts> {
  const catalog = new BmecatCatalog()
  let languages = new TextLanguages('lang', { asked: language })
  for await (const part of readElements(file, encoding, isCatalogPart)) {
    catalog.add(part, languages)
    if (part.name === 'HEADER')
      languages = new TextLanguages('lang', { asked: language, usual: catalog.language })
  }
  const counts = new BmecatCounts()
  return {
    language: () => languages.summary(),
    notes: () => counts.notes,
    records: (async function* () {
      let line = 0
      for await (const product of readElements(file, encoding, isProduct)) {
        line += 1
        counts.add(product)
        for (const record of toRecords(product, { catalog, languages, counts })) yield { ...record, line }
      }
    })(),
  }
}

function isProduct(path: readonly string[]): boolean {
  const [, transaction = '', name = ''] = path
  return path.length === 3 && transaction.startsWith('T_') && (name === 'PRODUCT' || name === 'ARTICLE')
}

// A limit of this importer; real products have fewer variants.
const maxVariants = 2000

function* toRecords(product: XmlElement, work: BmecatWork): Generator<XmlRecord> {
  const id = textIn(product, 'SUPPLIER_PID', 'SUPPLIER_AID')
  const features = readFeatures(childrenOf(product, ...inBoth('FEATURES')), work)
  const cells = { SUPPLIER_PID: id, ...cellsOf(product, features, work), ...featureCells(features) }
  if (id === '') {
    yield {
      cells,
      issue: 'The product has no SUPPLIER_PID (in BMEcat 1.2 SUPPLIER_AID), which tells it apart.',
    }
    return
  }
  const variants = variantsOf(features, maxVariants)
  if (variants === undefined) {
    yield { cells, issue: `The features of the product make more than ${maxVariants} variants.` }
    return
  }
  yield { cells }
  for (const { supplement, options } of variants) yield { cells: toVariant(cells, supplement, options) }
}

function toVariant(
  { SUPPLIER_PID: id = '', DESCRIPTION_SHORT: title = '' }: Readonly<Record<string, string>>,
  supplement: string,
  options: readonly Feature[],
): Record<string, string> {
  const texts = options.flatMap(({ values, unit }) => values.map((value) => `${value} ${unit}`.trim()))
  return {
    SUPPLIER_PID: `${id}${supplement}`,
    DESCRIPTION_SHORT: variantTitle(title, texts),
    BASE_PRODUCT: id,
    VARIANTS: JSON.stringify(options.map(({ name, values, unit }) => [name, values, unit])),
  }
}
