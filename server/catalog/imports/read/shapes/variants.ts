import { message, type Sentence } from '#shared/messages/message.ts'
import { refusal } from '../file-rows.ts'
import {
  type Features,
  galleryHeader,
  parentHeader,
  pictureCells,
  type PlainRow,
  toPlainRow,
  variantTitle,
} from './shape.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

export type CellReader = (row: SourceRow) => string

interface GroupedRows {
  /** The name of the product of a row; empty for a row without a product. */
  readonly productOf: CellReader
  /** Why a row of no product is refused. */
  readonly noProduct?: Sentence
  readonly toRows: (rows: readonly SourceRow[]) => Iterable<PlainRow>
}

// Shopify's own bounds are 2,048 variants and 250 pictures.
const maxRowsOfProduct = 10_000

/** Reads a file in which the rows of a product follow each other; others keep their cells and are refused. */
export async function* readGroups(
  file: SourceRows,
  { productOf, noProduct = message('row.below_no_product'), toRows }: GroupedRows,
): AsyncGenerator<PlainRow> {
  const known = new Set<string>()
  let group: SourceRow[] = []
  let product = ''
  for await (const row of file.rows()) {
    const next = row.issue === undefined ? productOf(row) : ''
    if (next === '' || known.has(next)) {
      yield { ...toPlainRow(row, file.headers), issue: row.issue ?? strayIssue(next) ?? noProduct }
      continue
    }
    if (next !== product) {
      yield* toRows(group)
      if (product !== '') known.add(product)
      group = []
      product = next
    }
    group.push(row)
    guardSize(group, product)
  }
  yield* toRows(group)
}

function guardSize(rows: readonly SourceRow[], product: string): void {
  if (rows.length > maxRowsOfProduct)
    throw refusal(
      `The product ${product} has more than 10,000 rows. Correct what names it, or say none as shape.`,
    )
}

function strayIssue(product: string): Sentence | undefined {
  return product === '' ? undefined : message('row.product_scattered', { product })
}

/** Names the product of a row by the nearest row above that starts one; each row is to be asked once. */
export function productAbove(startOf: CellReader): CellReader {
  let above = ''
  return (row) => {
    above = startOf(row) || above
    return above
  }
}

export interface OptionCells {
  readonly name: CellReader
  readonly value: CellReader
}

const maxOptions = 10

/** The columns of options that stand in numbered pairs. */
export function findOptionPairs(
  file: SourceRows,
  toHeaders: (number: number) => readonly [name: string, value: string],
): OptionCells[] {
  return Array.from({ length: maxOptions }, (_, index) => toHeaders(index + 1))
    .filter(([, value]) => file.has(value))
    .map(([name, value]) => ({ name: file.cell(name), value: file.cell(value) }))
}

/** The options of a variant, by the names that it or the first row of its product gives them. */
export function readOptions(pairs: readonly OptionCells[], row: SourceRow, first = row): Features {
  return new Map(
    pairs.flatMap(({ name, value }, index): [string, string[]][] =>
      value(row) === '' ? [] : [[name(row) || name(first) || `Option ${index + 1}`, [value(row)]]],
    ),
  )
}

type TextRow = ReturnType<typeof toPlainRow>

interface VariantOf {
  readonly options: Features
  readonly headers: { readonly key: string; readonly title: string }
  readonly product: { readonly key: string; readonly title: string }
  /** Its own key; without one it gets that of its product with its options. */
  readonly key?: string
}

/** A row as a variant of its product, whose title goes before its options. */
export function toVariant(row: TextRow, { options, headers, product, key }: VariantOf): PlainRow {
  const texts = [...options.values()].flat()
  return {
    ...row,
    options,
    values: {
      ...row.values,
      [headers.key]: key ?? [product.key, ...texts].join('/'),
      [headers.title]:
        row.values[headers.title] || variantTitle(product.title, texts.length > 0 ? texts : [key ?? '']),
      [parentHeader]: product.key,
    },
  }
}

// Etsy's own limit is 70 values for each of two variations.
const maxCombinations = 4900

/** All combinations of the values of options; nothing where there are too many to be meant. */
export function combineOptions(options: Features): Features[] {
  const count = [...options.values()].reduce((product, values) => product * values.length, 1)
  if (options.size === 0 || count > maxCombinations) return []
  return [...options].reduce<Map<string, string[]>[]>(
    (rows, [name, values]) =>
      rows.flatMap((row) => values.map((value) => new Map([...row, [name, [value]]]))),
    [new Map()],
  )
}

/** Whether a column is about the product, each of its variants, or both. */
export type ColumnLevel = 'product' | 'variant' | 'both'

interface ProductTable {
  readonly headers: VariantOf['headers']
  readonly keyOf: CellReader
  readonly titleOf: CellReader
  readonly pairs: readonly OptionCells[]
  readonly levelOf: (header: string) => ColumnLevel
  readonly toPlain: (row: SourceRow) => TextRow
}

/**
 * The product and its variants, of rows whose first is of both; a product without options is one row and keeps
 * all of its cells.
 */
export function* splitProduct(
  rows: readonly SourceRow[],
  { headers, keyOf, titleOf, pairs, levelOf, toPlain }: ProductTable,
): Generator<PlainRow> {
  const [first] = rows
  if (!first) return
  const variants = rows.filter((row) => row !== first || readOptions(pairs, row).size > 0)
  if (variants.length === 0) {
    yield toPlain(first)
    return
  }
  yield withColumns(toPlain(first), (header) => levelOf(header) !== 'variant')
  const product = { key: keyOf(first), title: titleOf(first) }
  for (const row of variants) {
    const plain = withColumns(toPlain(row), (header) => levelOf(header) !== 'product')
    yield toVariant(plain, { options: readOptions(pairs, row, first), headers, product })
  }
}

function withColumns(row: TextRow, isIncluded: (header: string) => boolean): TextRow {
  return {
    ...row,
    values: Object.fromEntries(Object.entries(row.values).filter(([header]) => isIncluded(header))),
  }
}

/** Pictures of several cells: the first goes to a column of the file, the others to the gallery. */
export function picturesOf(pictures: readonly string[], header: string): Record<string, string> {
  return pictureCells([...new Set(pictures)], header, galleryHeader)
}

/** The filled cells of the columns with such headers, in the order of the file. */
export function cellsOf(file: SourceRows, pattern: RegExp): (row: SourceRow) => string[] {
  const cells = file.headers.filter((header) => pattern.test(header)).map((header) => file.cell(header))
  return (row) => cells.map((cell) => cell(row)).filter((cell) => cell !== '')
}

interface ProductCells {
  /** The value by which variants name a product. */
  readonly ids: readonly CellReader[]
  readonly key: CellReader
  readonly title: CellReader
}

/** The keys and titles of products by their ids, for files in which variants may come before them. */
export async function learnProducts(
  file: SourceRows,
  { ids, key, title }: ProductCells,
): Promise<ReadonlyMap<string, VariantOf['product']>> {
  const products = new Map<string, VariantOf['product']>()
  for await (const row of file.rows())
    for (const id of ids) {
      const name = id(row)
      if (name !== '' && !products.has(name)) products.set(name, { key: key(row), title: title(row) })
    }
  return products
}
