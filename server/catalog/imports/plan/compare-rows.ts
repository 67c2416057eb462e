import type { EntityType } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { type Attribute, attributesOf } from '../../../store/tables/attributes.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { getEntityRow, listEntityRows } from '../../../store/tables/entities.ts'
import {
  type Comparable,
  listHolders,
  countValues,
  listHoldersOf,
  listComparables,
} from '../../../store/tables/values.ts'
import { readStored, readValue, keyComparable } from '../../entities/current-values.ts'
import { message, type Message, listed } from '#shared/messages/message.ts'
import { countTargets, listSources } from '../../../store/tables/references.ts'

/** A column whose cells identify entities by an attribute of theirs. */
export interface CodeColumn {
  readonly index: number
  readonly header: string
  readonly attribute: Attribute
}

export interface ComparedKeys {
  readonly type: EntityType
  readonly key: CodeColumn
  /** Further codes of the rows, such as GTINs. */
  readonly codes: readonly CodeColumn[]
}

export interface FileRow {
  readonly row: number
  readonly line?: number | undefined
  readonly cells: readonly string[]
}

export interface MatchedRow {
  readonly row: FileRow
  readonly entity: number
}

/** A row whose number no entity has, though one with another number has a further code of the row. */
export interface RenumberedRow {
  readonly row: number
  readonly number: string
  readonly id: number
  readonly entity: string
  /** Empty where the entity has no number yet. */
  readonly known: string
  readonly code: string
}

interface Candidate {
  readonly row: number
  readonly number: string
  readonly entity: number
  readonly code: string
}

// Where more rows have other numbers, the numbers are no key, and another column should be.
export const maxRenumbered = 2000

/**
 * Compares the rows of a file with the entities of the catalog by their key, a part of the rows at a time, so
 * that no more of them are in memory.
 */
export class RowComparison {
  readonly #keys: ComparedKeys
  readonly #matched = new Set<number>()
  readonly #candidates = new Map<number, Candidate | undefined>()
  #isCut = false

  constructor(keys: ComparedKeys) {
    this.#keys = keys
  }

  /** The rows of a part of the file that the key finds, each with its only entity. */
  add(db: ReadableDb, rows: readonly FileRow[]): MatchedRow[] {
    const { key, codes } = this.#keys
    const filled = rows.filter(({ cells }) => cellOf(cells, key) !== '')
    const holders = holdersOf(db, key, filled)
    const found: MatchedRow[] = []
    for (const [place, entities] of holders) {
      const [row, entity] = [filled[place], entities[0]]
      for (const one of entities) this.#matched.add(one)
      if (row && entity !== undefined && entities.length === 1) found.push({ row, entity })
    }
    const unknown = filled.filter((_, place) => !holders.has(place))
    for (const code of unknown.length === 0 ? [] : codes) this.#addCandidates(db, code, unknown)
    return found
  }

  #addCandidates(db: ReadableDb, code: CodeColumn, rows: readonly FileRow[]): void {
    for (const [place, [entity, ...others]] of holdersOf(db, code, rows)) {
      const row = rows[place]
      if (!row || entity === undefined || others.length > 0) continue
      const known = this.#candidates.get(entity)
      if (known?.row === rowOf(row)) continue
      // Two rows with the code of one entity do not say which of them it is.
      if (this.#candidates.has(entity)) this.#candidates.set(entity, undefined)
      else if (this.#candidates.size >= maxRenumbered) this.#isCut = true
      else this.#candidates.set(entity, this.#toCandidate(row, entity, code))
    }
  }

  #toCandidate(row: FileRow, entity: number, code: CodeColumn): Candidate {
    return { row: rowOf(row), number: cellOf(row.cells, this.#keys.key), entity, code: code.header }
  }

  /** The entities that any row has found by the key. */
  get matched(): ReadonlySet<number> {
    return this.#matched
  }

  /** The renumbered rows in the order of the file; undefined where there are too many for single changes. */
  listRenumbered(db: ReadableDb): readonly RenumberedRow[] | undefined {
    if (this.#isCut) return undefined
    const { key } = this.#keys.key.attribute
    const candidates = [...this.#candidates.values()].filter((one) => one !== undefined)
    const byRow = Map.groupBy(candidates, ({ row }) => row)
    return candidates
      .filter(({ row, entity }) => byRow.get(row)?.length === 1 && !this.#matched.has(entity))
      .sort((a, b) => a.row - b.row)
      .map(({ entity, ...candidate }) => {
        const row = getEntityRow(db, entity)
        const known = readValue(readStored(row).document, key)
        return { ...candidate, id: entity, entity: row.uuid, known: known === undefined ? '' : String(known) }
      })
  }
}

function rowOf({ row, line = row }: FileRow): number {
  return line
}

function cellOf(cells: readonly string[], { index }: Pick<CodeColumn, 'index'>): string {
  return (cells[index] ?? '').trim()
}

/** The entities that hold the code of a row, by the place of the row. */
function holdersOf(db: ReadableDb, code: CodeColumn, rows: readonly FileRow[]): Map<number, number[]> {
  const places: number[] = []
  const comparables: Comparable[] = []
  for (const [place, { cells }] of rows.entries()) {
    const comparable = toComparable(code, cells)
    if (comparable === undefined) continue
    places.push(place)
    comparables.push(comparable)
  }
  const holders = new Map<number, number[]>()
  for (const [at, entity] of listHolders(db, code.attribute.id, comparables)) {
    const place = places[at] ?? 0
    const known = holders.get(place)
    if (known) known.push(entity)
    else holders.set(place, [entity])
  }
  return holders
}

function toComparable(code: CodeColumn, cells: readonly string[]): Comparable | undefined {
  const text = foldText(cellOf(cells, code))
  return text === '' ? undefined : keyComparable(code.attribute, text)
}

interface FullList {
  readonly type: EntityType
  readonly key: CodeColumn
  /** The entities that the rows have found. */
  readonly matched: ReadonlySet<number>
}

// A list with at least half of what there is counts as a full one.
const fullShare = 0.5
const vendorShare = 0.9
const maxEntities = 200_000
const maxShown = 10

/** Names the entities that a full list lacks: of its only vendor where its rows have one, else of all. */
export function describeMissing(db: ReadableDb, { type, key, matched }: FullList): Message[] {
  const { id, key: name } = key.attribute
  if (matched.size === 0 || countValues(db, id) > maxEntities) return []
  const ofVendor = entitiesOfOnlyVendor(db, type, matched)
  const all = listHoldersOf(db, id).filter((entity) => !ofVendor || ofVendor.has(entity))
  if (matched.size < all.length * fullShare) return []
  const missing = all.filter((entity) => !matched.has(entity))
  if (missing.length === 0) return []
  const shown = listEntityRows(db, missing.slice(0, maxShown))
  const numbers = shown.map((row) => String(readValue(readStored(row).document, name)))
  return [
    message('import.entries_missing', {
      count: missing.length,
      all: all.length,
      header: key.header,
      numbers: numbers.join(', '),
    }),
  ]
}

function entitiesOfOnlyVendor(
  db: ReadableDb,
  type: EntityType,
  matched: ReadonlySet<number>,
): ReadonlySet<number> | undefined {
  const vendor = attributesOf(db, type).list.find(({ extras }) => extras.reference?.type === 'vendor')
  if (!vendor) return undefined
  const [first, ...others] = countTargets(db, vendor.id, [...matched])
  if (!first || others.length > 0) return undefined
  const [target, count] = first
  return count < matched.size * vendorShare ? undefined : new Set(listSources(db, vendor.id, target))
}

/** Finds codes beside the key, such as article numbers of rows that a GTIN finds, which an update would change. */
export class ChangedCodes {
  readonly #columns: readonly ChangedColumn[]

  constructor(codes: readonly CodeColumn[]) {
    this.#columns = codes.map((code) => ({ code, count: 0, first: [] }))
  }

  add(db: ReadableDb, rows: readonly MatchedRow[]): void {
    const entities = rows.map(({ entity }) => entity)
    for (const column of this.#columns) {
      const { attribute, index } = column.code
      const before = new Map(listComparables(db, attribute.id, entities))
      for (const { row, entity } of rows) {
        const number = (row.cells[index] ?? '').trim()
        if (!isChanged(attribute, before.get(entity), number)) continue
        column.count += 1
        if (column.first.length < maxShown) column.first.push(describeOne(db, column, { row, entity }))
      }
    }
  }

  /** The changes of each column, as found by the key. */
  describe(key: CodeColumn): Message[] {
    return this.#columns.flatMap(({ code: { header }, count, first: [first, ...others] }) => {
      if (!first) return []
      const pairs = listed(first, ...others)
      return [message('import.numbers_changed', { count, header, code: key.header, pairs })]
    })
  }
}

interface ChangedColumn {
  readonly code: CodeColumn
  readonly first: Message[]
  count: number
}

function isChanged(attribute: Attribute, old: Comparable | undefined, number: string): boolean {
  const now = number === '' ? undefined : keyComparable(attribute, foldText(number))
  return old !== undefined && now !== undefined && old !== now
}

function describeOne(db: ReadableDb, { code }: ChangedColumn, { row, entity }: MatchedRow): Message {
  const { document } = readStored(getEntityRow(db, entity))
  const known = String(readValue(document, code.attribute.key) ?? '')
  const number = (row.cells[code.index] ?? '').trim()
  return message('import.number_for_other', { number, known, row: row.line ?? row.row })
}
