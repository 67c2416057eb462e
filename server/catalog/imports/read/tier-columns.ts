import type { DecimalMark } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import type { ColumnTraits } from '../recognise/column-scan.ts'
import type { FileScan } from '../recognise/file-scan.ts'
import { isPlaceholder, parseNumberCell, readDigits } from '../recognise/numbers.ts'
import { currencyIn, priceRole } from '../recognise/price-names.ts'
import type { FileRows, ImportRow } from './file-rows.ts'

/** A column of prices from a quantity on, such as `ab 10 Stk.`, `1-9` or `Preis ab 50`. */
export interface TierColumn {
  readonly index: number
  readonly quantity: number
}

export interface TierColumns {
  readonly columns: readonly TierColumn[]
  readonly mark: DecimalMark
  readonly currency: string | undefined
}

interface NamedQuantity {
  readonly from: number
  readonly to: number | undefined
  /** Whether the name says that it begins with a quantity, beyond a range of numbers. */
  readonly isSaid: boolean
}

const words =
  'ab|von|from|fra|från|od|от|vanaf|desde|a partir de|à partir de|dès|da|a partire da|min\\.?|[>≥]=?'
const units =
  'stk\\.?|stck\\.?|st\\.?|stuck|stück|pcs\\.?|pc\\.?|pieces?|units?|ks|szt\\.?|stuks|st|uds\\.?|pz\\.?|pezzi|pieces|pièces|ve|шт\\.?'
const number = "\\d{1,3}(?:[.,'’ ]\\d{3})+|\\d{1,9}"
const named = new RegExp(
  `^(?<before>.*?)(?<word>(?:^|\\s)(?:${words})\\s*)?(?<from>${number})\\s*(?:(?<more>\\+)|[-–—]\\s*(?<to>${number}))?\\s*(?<unit>${units})?$`,
  'iu',
)

const minTiers = 2

/**
 * The columns of a file that hold the prices of one article from several quantities on; undefined where
 * there are fewer than two, or where nothing tells how their numbers are written.
 */
export function findTierColumns({
  headers,
  traits,
}: Pick<FileScan, 'headers' | 'traits'>): TierColumns | undefined {
  const found = headers.flatMap((header, index) => {
    const quantity = isOfPrices(traits[index]) ? quantityOf(header) : undefined
    return quantity ? [{ index, ...quantity }] : []
  })
  const isRising = found.every(({ from }, at) => from > (found[at - 1]?.from ?? 0))
  if (found.length < minTiers || !isRising || !(found.every(({ isSaid }) => isSaid) || isOneScale(found)))
    return undefined
  const mark = markOf(found.map(({ index }) => traits[index]))
  if (mark === undefined) return undefined
  const columns = found.map(({ index, from }) => ({ index, quantity: from }))
  return { columns, mark, currency: currencyOf(headers, traits, columns) }
}

function isOfPrices(traits: ColumnTraits | undefined): boolean {
  const { numbers } = traits ?? {}
  return numbers !== undefined && numbers.numbers > 0 && numbers.texts.count === 0
}

function quantityOf(header: string): NamedQuantity | undefined {
  const { before = '', from, to, ...marks } = named.exec(foldText(header.trim()))?.groups ?? {}
  if (from === undefined || !isPriceName(before)) return undefined
  const isSaid = isNamedQuantity({ before, to, ...marks })
  if (!isSaid && to === undefined) return undefined
  return { from: digitsOf(from), to: to === undefined ? undefined : digitsOf(to), isSaid }
}

function isNamedQuantity({ before, to, word, more, unit }: Partial<Record<string, string>>): boolean {
  if (word !== undefined || more !== undefined) return true
  return to !== undefined && (unit !== undefined || before?.trim() !== '')
}

function digitsOf(text: string): number {
  return Number(text.replaceAll(/\D/g, ''))
}

/** `Preis`, `EK netto EUR`, or nothing: other words would make `Alter ab 10` a price. */
function isPriceName(before: string): boolean {
  const name = before
    .trim()
    .replace(/[:,/(-]$/, '')
    .trim()
  return name === '' || scale.test(name) || priceRole(name) !== undefined
}

const scale = /staffel|tier|break|scale|scaglion|échelon|tramo/u

/** Ranges from 1 on without a gap: sizes such as 36-38 and 39-41 begin elsewhere. */
function isOneScale(found: readonly NamedQuantity[]): boolean {
  return found.every(({ from, to }, index) => {
    const before = found[index - 1]
    const isNext = before === undefined ? from === 1 : before.to === from - 1
    return isNext && (to !== undefined || index === found.length - 1)
  })
}

/** Undefined where a price such as 1.250 may be one or the other. */
function markOf(traits: readonly (ColumnTraits | undefined)[]): DecimalMark | undefined {
  const marks = traits.map((column) => column?.numbers?.marks ?? {})
  const has = (mark: DecimalMark | 'either') => marks.some((one) => one[mark] !== undefined)
  if (has('point') && has('comma')) return undefined
  if (has('comma')) return 'comma'
  return has('point') || !has('either') ? 'point' : undefined
}

function currencyOf(
  headers: readonly string[],
  traits: readonly ColumnTraits[],
  columns: readonly TierColumn[],
): string | undefined {
  const said = columns.flatMap(({ index }) => [
    ...Object.keys(traits[index]?.numbers?.units ?? {}),
    ...(currencyIn(headers[index] ?? '') ?? []),
  ])
  const [currency, ...others] = new Set(said)
  return others.length === 0 ? currency : undefined
}

const maxSamples = 5

/**
 * Reads tier columns as one column of this name, whose cells are tiers as texts (`1: 10.00; 10: 9.50`). The
 * other columns stay where they are, without a name, so that no column has another index.
 */
export async function withTierColumn(rows: FileRows, tiers: TierColumns, name: string): Promise<FileRows> {
  const { scan } = rows
  const [first] = tiers.columns
  if (!first) return rows
  const join = <Row extends ImportRow>(row: Row): Row => joinTiers(row, tiers)
  const joined: FileRows = {
    ...rows,
    async *batches(skip) {
      for await (const batch of rows.batches(skip)) yield { ...batch, rows: batch.rows.map(join) }
    },
    async *records() {
      for await (const record of rows.records()) yield join(record)
    },
  }
  const at = new Set(tiers.columns.map(({ index }) => index))
  const put = <Value>(values: readonly Value[], own: Value, none: Value) =>
    values.map((value, index) => (at.has(index) ? (index === first.index ? own : none) : value))
  const samples: string[] = []
  for await (const { cells } of joined.records()) {
    const cell = cells[first.index] ?? ''
    if (cell !== '' && !samples.includes(cell)) samples.push(cell)
    if (samples.length === maxSamples) break
  }
  const filled = Math.max(...tiers.columns.map(({ index }) => scan.filled[index] ?? 0))
  const { traits } = scan
  const plain = { data_type: 'single_line_text_field' } as const
  return {
    ...joined,
    scan: {
      ...scan,
      headers: put(scan.headers, distinct(name, scan.headers), ''),
      guesses: put(scan.guesses, { data_type: 'json' }, plain),
      traits: put(traits, { ...noTraits, kind: 'price_tiers', currency: tiers.currency }, noTraits),
      filled: put(scan.filled, filled, 0),
      samples: put(scan.samples, samples, []),
    },
  }
}

function distinct(name: string, headers: readonly string[]): string {
  return headers.includes(name) ? `${name} (2)` : name
}

const noTraits: ColumnTraits = {
  isGtin: false,
  kind: undefined,
  isImage: false,
  isCode: false,
  isFlag: false,
  isBinary: false,
  isConstant: false,
  numbers: undefined,
  dates: undefined,
  list: undefined,
  options: [],
  spellings: [],
}

function joinTiers<Row extends ImportRow>(row: Row, { columns, mark }: TierColumns): Row {
  const cells = [...row.cells]
  const parts = columns.flatMap(({ index, quantity }) => {
    const cell = cells[index] ?? ''
    cells[index] = ''
    if (cell.trim() === '' || isPlaceholder(foldText(cell))) return []
    return [`${quantity}: ${priceOf(cell, row.numbers?.has(index) ? 'point' : mark)}`]
  })
  const [first] = columns
  if (first) cells[first.index] = parts.join('; ')
  return { ...row, cells, ...(row.numbers && { numbers: withoutColumns(row.numbers, columns) }) }
}

function withoutColumns(numbers: ReadonlySet<number>, columns: readonly TierColumn[]): ReadonlySet<number> {
  return new Set([...numbers].filter((index) => !columns.some((column) => column.index === index)))
}

/** A value that is no price stays as it is, so that the cell is refused and reported. */
function priceOf(cell: string, mark: DecimalMark): string {
  const parsed = parseNumberCell(cell)
  return (parsed && readDigits(parsed, mark)) ?? cell
}
