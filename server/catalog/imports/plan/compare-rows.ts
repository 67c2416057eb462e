import type { EntityType } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { getEntityRow } from '../../../store/tables/entities.ts'
import { type Comparable, listHolders } from '../../../store/tables/values.ts'
import { keyComparable } from '../../entities/upsert-entity.ts'
import { readStored, readValue } from '../../entities/current-values.ts'

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
