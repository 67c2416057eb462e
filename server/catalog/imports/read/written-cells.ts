import { unguardCell } from '#shared/cell-guard.ts'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import { isEntityId } from '../recognise/column-request.ts'
import {
  type CodeColumn,
  codeColumn,
  readWrittenCell,
  type Writing,
  type WrittenCell,
} from '../recognise/written-cell.ts'
import { letterOf } from './column-letters.ts'

type NoteKind = Writing | 'shortened'

interface WrittenSo {
  count: number
  readonly row: number
  readonly column: string
  readonly written: string
  readonly read: string
}

const texts = {
  guard: 'file.read_without_guard',
  nothing: 'file.read_as_empty',
  invisible: 'file.read_without_invisible',
  gtin: 'file.read_as_gtin',
  shortened: 'file.codes_shortened',
} as const satisfies Record<NoteKind, string>

interface ReadCells<Cell> {
  readonly cells: readonly Cell[]
  readonly refused?: ReadonlyMap<number, Sentence>
}

/**
 * Reads cells by the conventions of the programs that write them: `="00123"` and `'00123` are 00123,
 * `NULL` is nothing. Rows with an entity id come from the catalog's own files and stay unchanged. Changed
 * cells are counted for the notes.
 */
export class WrittenCells {
  readonly #headers: readonly string[]
  readonly #columns: CodeColumn[] = []
  readonly #counts = new Map<NoteKind, WrittenSo>()

  readonly #hasTypes: boolean

  /**
   * `hasTypes` says that the format itself separates texts from errors and formulas. The headers may still
   * grow.
   */
  constructor(headers: readonly string[], hasTypes = false) {
    this.#headers = headers
    this.#hasTypes = hasTypes
  }

  read<Cell extends string | number>(row: number, written: readonly Cell[]): ReadCells<Cell | string> {
    if (this.#isOwn(written)) return { cells: this.#hasTypes ? written : written.map(unguarded) }
    const cells: (Cell | string)[] = [...written]
    const refused = new Map<number, Sentence>()
    for (const [index, cell] of written.entries()) {
      const reading = this.#readOne(String(cell), index)
      if (reading === undefined) continue
      if ('refused' in reading) refused.set(index, reading.refused)
      else cells[index] = reading.text
      this.#count(reading, { row, index, written: String(cell) })
    }
    return refused.size === 0 ? { cells } : { cells, refused }
  }

  #readOne(cell: string, index: number): WrittenCell | undefined {
    const reading = cell === '' ? undefined : readWrittenCell(cell, this.#columnAt(index))
    return reading && this.#hasTypes && isOfText(reading) ? undefined : reading
  }

  get notes(): Message[] {
    return [...this.#counts].map(([by, counted]) => message(texts[by], { ...counted }))
  }

  #isOwn(cells: readonly (string | number)[]): boolean {
    const idAt = this.#headers.indexOf('id')
    return idAt >= 0 && isEntityId(String(cells[idAt] ?? ''))
  }

  #columnAt(index: number): CodeColumn {
    return (this.#columns[index] ??= codeColumn(this.#headers[index] ?? ''))
  }

  #count(
    reading: WrittenCell,
    { row, index, written }: { row: number; index: number; written: string },
  ): void {
    const by = wayOf(reading)
    if (by === undefined) return
    const known = this.#counts.get(by)
    if (known) known.count += 1
    else {
      const column = this.#headers[index] || letterOf(index)
      const read = 'text' in reading ? shown(reading.text) : ''
      this.#counts.set(by, { count: 1, row, column, written: shown(written), read })
    }
  }
}

/** The kind of note for a reading, if any; an error is reported with its cell. */
function wayOf(reading: WrittenCell): NoteKind | undefined {
  if ('text' in reading) return reading.by
  return reading.isError ? undefined : 'shortened'
}

function isOfText(reading: WrittenCell): boolean {
  return 'refused' in reading ? reading.isError : reading.by === undefined
}

export function trustedCells({ cells, refused }: ReadCells<string>): readonly string[] {
  return refused === undefined ? cells : cells.map((cell, index) => (refused.has(index) ? '' : cell))
}

export function headerCells<Cell extends string | number>(cells: readonly Cell[]): string[] {
  return cells.map((cell) => {
    const reading = readWrittenCell(String(cell), noCodes)
    return reading && 'text' in reading && reading.by !== 'nothing' ? reading.text : String(cell)
  })
}

const noCodes: CodeColumn = { isCode: false, isGtin: false }

const longestShown = 80

function shown(cell: string): string {
  return cell.trim().slice(0, longestShown)
}

function unguarded<Cell extends string | number>(cell: Cell): Cell | string {
  return typeof cell === 'string' ? unguardCell(cell) : cell
}
