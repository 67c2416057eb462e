import { ruledReader } from '../recognise/cell-values.ts'
import type { FileScan } from '../recognise/file-scan.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import type { Attribute, AttributeSet } from '../../../store/tables/attributes.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { listEntityRows } from '../../../store/tables/entities.ts'
import { readStored, readValue } from '../../entities/current-values.ts'
import { type Family, dataTypeTraits } from '#shared/attributes.ts'
import type { SemanticType } from '#shared/semantic-types.ts'
import { foldText } from '#shared/text.ts'
import type { FileRow, MatchedRow } from './compare-rows.ts'
import { isSameTax, priceOf, priceRole } from '../recognise/price-names.ts'

/** A new column whose cells are the values of an attribute with another name, in most rows that are there. */
export interface RenamedColumn {
  readonly column: ImportColumn
  readonly attribute: Attribute
  /** The rows in which both the column and the attribute are filled. */
  readonly compared: number
  readonly same: number
  /** The rows in which a price is close to the one that is there; undefined where equal values decide. */
  readonly close: number | undefined
  readonly sample: { readonly row: number; readonly cell: string }
}

interface RenamedSearch {
  readonly columns: readonly ImportColumn[]
  readonly attributes: AttributeSet
  readonly scan: Pick<FileScan, 'shape'>
}

const maxRows = 1000
const maxColumns = 60
const maxAttributes = 300

/** Finds new columns that hold the values of known attributes, by the rows whose entities are there. */
export class RenamedColumns {
  readonly #columns: readonly OpenColumn[]
  readonly #attributes: readonly FreeAttribute[]
  readonly #pairs = new Map<string, Pair>()
  #rows = 0

  constructor({ columns, attributes, scan }: RenamedSearch) {
    const taken = new Set(columns.map(({ key }) => key))
    const isOpen = ({ isNew, reason }: ImportColumn) => isNew && reason === 'new'
    // The columns of a shop's file are known.
    const open = scan.shape === undefined ? columns.filter(isOpen) : []
    this.#columns = open.slice(0, maxColumns).map(toOpenColumn)
    this.#attributes = attributes.list
      .filter((attribute) => !taken.has(attribute.key) && isComparable(attribute))
      .slice(0, maxAttributes)
      .map(toFreeAttribute)
  }

  add(db: ReadableDb, rows: readonly MatchedRow[]): void {
    if (this.#columns.length === 0 || this.#attributes.length === 0) return
    const taken = rows.slice(0, maxRows - this.#rows)
    this.#rows += taken.length
    const ids = [...new Set(taken.map(({ entity }) => entity))]
    const documents = new Map(listEntityRows(db, ids).map((row) => [row.id, readStored(row).document]))
    for (const { row, entity } of taken) {
      const document = documents.get(entity)
      if (document) this.#compare(row, (key) => readValue(document, key))
    }
  }

  #compare(row: FileRow, valueOf: (key: string) => unknown): void {
    for (const column of this.#columns) {
      const cell = (row.cells[column.column.index] ?? '').trim()
      if (cell === '') continue
      for (const attribute of this.#attributes) {
        const value = valueOf(attribute.attribute.key)
        if (typeof value !== 'string' && typeof value !== 'number') continue
        this.#pairOf(column, attribute).add(column.read(cell, attribute.family), value, { row, cell })
      }
    }
  }

  #pairOf(column: OpenColumn, attribute: FreeAttribute): Pair {
    const place = `${column.column.index} ${attribute.attribute.id}`
    const known = this.#pairs.get(place)
    if (known) return known
    const pair = new Pair(column, attribute)
    this.#pairs.set(place, pair)
    return pair
  }

  /** Each column and each attribute once, the surest pairs first. */
  get found(): RenamedColumn[] {
    const found: RenamedColumn[] = []
    const pairs = [...this.#pairs.values()].filter((pair) => pair.isAlike(this.#rows))
    for (const { result } of pairs.sort((a, b) => b.weight - a.weight)) {
      const isTaken = found.some(
        ({ column, attribute }) =>
          column.index === result.column.index || attribute.id === result.attribute.id,
      )
      if (!isTaken) found.push(result)
    }
    return found.sort((a, b) => a.column.index - b.column.index)
  }
}

interface OpenColumn {
  readonly column: ImportColumn
  readonly price: SemanticType | undefined
  readonly read: (cell: string, family: Family) => string | number | undefined
}

interface FreeAttribute {
  readonly attribute: Attribute
  readonly family: Family
  readonly price: SemanticType | undefined
}

function isComparable({ traits, dataType }: Attribute): boolean {
  return traits.shape === 'scalar' && traits.writable && dataTypeTraits[dataType].family !== 'boolean'
}

function toOpenColumn(column: ImportColumn): OpenColumn {
  const rule = column.rule ?? { key: column.key }
  const [number, date] = [ruledReader(rule, 'number', 'ignore'), ruledReader(rule, 'date', 'ignore')]
  const read = (cell: string, family: Family) => {
    if (family === 'number') return toNumber(number(cell, false))
    return family === 'date' ? toText(date(cell, false)) : foldText(cell)
  }
  return { column, price: priceRole(column.header), read }
}

function toFreeAttribute(attribute: Attribute): FreeAttribute {
  return { attribute, family: attribute.traits.family, price: priceOf(attribute) }
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? foldText(value) : undefined
}

/** Prices that come under one name in the lists of suppliers; others are never the same price. */
const ownPrices: readonly (SemanticType | undefined)[] = ['msrp', 'sale_price']

function isSamePrice(one: SemanticType | undefined, other: SemanticType | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one === other || !(ownPrices.includes(one) || ownPrices.includes(other))
}

const closest = [0.75, 4 / 3] as const
const closeShare = 0.8
const fewestClose = 3
const sameShare = 0.5
const fewestSame = 2
const comparedShare = 0.3

class Pair {
  readonly #column: OpenColumn
  readonly #attribute: FreeAttribute
  readonly #values = new Set<string | number>()
  #compared = 0
  #same = 0
  #close = 0
  #sample = { row: 0, cell: '' }

  constructor(column: OpenColumn, attribute: FreeAttribute) {
    this.#column = column
    this.#attribute = attribute
  }

  add(read: string | number | undefined, value: string | number, at: { row: FileRow; cell: string }): void {
    this.#compared += 1
    if (read === undefined) return
    if (this.#sample.row === 0) this.#sample = { row: at.row.line ?? at.row.row, cell: at.cell }
    const isSame = typeof read === 'number' ? read === Number(value) : read === foldText(String(value))
    if (isSame) {
      this.#same += 1
      // Two different values are enough to show that they are not alike by chance.
      if (this.#values.size < fewestSame) this.#values.add(read)
    }
    if (typeof read === 'number' && isClose(read / Number(value))) this.#close += 1
  }

  isAlike(rows: number): boolean {
    if (this.#compared < rows * comparedShare) return false
    return this.#isSame || this.#isPriceClose
  }

  get #isSame(): boolean {
    return this.#values.size >= fewestSame && this.#same >= this.#compared * sameShare
  }

  get #isPriceClose(): boolean {
    const names = [this.#column.column.header, this.#attribute.attribute.name] as const
    const isPrice = isSamePrice(this.#column.price, this.#attribute.price) && isSameTax(...names)
    return isPrice && this.#close >= fewestClose && this.#close >= this.#compared * closeShare
  }

  /** Equal values are surer than close ones. */
  get weight(): number {
    return (this.#isSame ? 1 : 0) + this.#same / this.#compared + this.#close / this.#compared / 10
  }

  get result(): RenamedColumn {
    return {
      column: this.#column.column,
      attribute: this.#attribute.attribute,
      compared: this.#compared,
      same: this.#same,
      close: this.#isSame ? undefined : this.#close,
      sample: this.#sample,
    }
  }
}

function isClose(ratio: number): boolean {
  return ratio >= closest[0] && ratio <= closest[1]
}
