import type { Attribute, AttributeSet } from '../../../store/tables/attributes.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { listComparables } from '../../../store/tables/values.ts'
import { ruledReader } from '../recognise/cell-values.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import { listed, type Message, message } from '#shared/messages/message.ts'
import type { MatchedRow } from './compare-rows.ts'
import { isPrice } from '../recognise/price-names.ts'

/** A price of a row that differs from the one that is there by more than a share. */
export interface PriceChange {
  readonly row: number
  readonly column: string
  readonly label: string
  readonly old: number
  readonly new: number
  /** Whether the decimal mark seems to have slipped: about ten, a hundred or a thousand times the price. */
  readonly isSlip: boolean
}

interface PriceSearch {
  readonly columns: readonly ImportColumn[]
  readonly attributes: AttributeSet
  readonly keyIndex: number
  /** In per cent. */
  readonly share: number
}

export const usualPriceShare = 25
const maxShown = 10

/** Compares the prices of rows with those that are there. */
export class PriceChanges {
  readonly #search: PriceSearch
  readonly #columns: readonly PriceColumn[]
  readonly #first: PriceChange[] = []
  readonly #slips: PriceChange[] = []
  #count = 0
  #slipCount = 0

  constructor(search: PriceSearch) {
    this.#search = search
    this.#columns = search.columns.flatMap((column) => {
      const attribute = search.attributes.byKey.get(column.key)
      return attribute && isPrice(attribute, column.header) ? [toPriceColumn(column, attribute)] : []
    })
  }

  /** The changes of these rows, which are counted too. */
  add(db: ReadableDb, rows: readonly MatchedRow[]): PriceChange[] {
    const changes = this.#columns.flatMap((column) => this.#compare(db, column, rows))
    for (const change of changes) this.#note(change)
    return changes
  }

  #compare(db: ReadableDb, column: PriceColumn, rows: readonly MatchedRow[]): PriceChange[] {
    const entities = rows.map(({ entity }) => entity)
    const before = new Map(listComparables(db, column.attribute.id, entities))
    return rows.flatMap(({ row, entity }) => {
      const [old, now] = [Number(before.get(entity)), column.read(row.cells[column.index] ?? '')]
      if (now === undefined || !isChanged(old, now, this.#search.share)) return []
      const label = (row.cells[this.#search.keyIndex] ?? '').trim()
      const { row: number, line = number } = row
      return [{ row: line, column: column.header, label, old, new: now, isSlip: isSlip(now / old) }]
    })
  }

  #note(change: PriceChange): void {
    const list = change.isSlip ? this.#slips : this.#first
    if (change.isSlip) this.#slipCount += 1
    else this.#count += 1
    if (list.length < maxShown) list.push(change)
  }

  get warnings(): Message[] {
    const { share } = this.#search
    const changes =
      this.#count > 0
        ? [message('import.prices_change', { count: this.#count, share, prices: inWords(this.#first) })]
        : []
    const slips =
      this.#slipCount > 0
        ? [message('import.prices_slipped', { count: this.#slipCount, prices: inWords(this.#slips) })]
        : []
    return [...slips, ...changes]
  }
}

interface PriceColumn {
  readonly index: number
  readonly header: string
  readonly attribute: Attribute
  readonly read: (cell: string) => number | undefined
}

function toPriceColumn({ index, header, key, rule }: ImportColumn, attribute: Attribute): PriceColumn {
  const reader = ruledReader(rule ?? { key }, attribute.dataType, 'ignore')
  const read = (cell: string) => {
    const value = reader(cell.trim(), false)
    const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
    return Number.isFinite(number) ? number : undefined
  }
  return { index, header, attribute, read }
}

// The error that binary fractions add to a share.
const rounding = 1e-9

function isChanged(old: number, now: number, share: number): boolean {
  return old > 0 && now > 0 && Math.abs(now / old - 1) * 100 > share + rounding
}

function isSlip(ratio: number): boolean {
  const power = Math.round(Math.log10(ratio))
  const rest = ratio / 10 ** power
  return power !== 0 && Math.abs(power) <= 3 && rest > 0.9 && rest < 1.12
}

function inWords(changes: readonly PriceChange[]) {
  const [first = '', ...others] = changes.map(({ label, column, old, new: now }) =>
    message('import.price_change', { label, column, old: String(old), now: String(now) }),
  )
  return listed(first, ...others)
}
