import { ColumnScan, type GuessedType, type ColumnTraits } from './column-scan.ts'
import type {
  ColumnRule,
  FileShapeName,
  Creation,
  FileFormat,
  LeftOutRows,
  TakenLanguage,
} from '#shared/imports.ts'
import type { Message } from '#shared/messages/message.ts'
import type { ChannelKey } from '#shared/channels.ts'
import { ParentScan } from './parent-columns.ts'

export interface FileScan {
  readonly headers: readonly string[]
  readonly guesses: readonly GuessedType[]
  readonly traits: readonly ColumnTraits[]
  readonly filled: readonly number[]
  readonly samples: readonly (readonly string[])[]
  /** False where only the first rows were looked at. */
  readonly isWhole?: boolean
  /** Rows under the header, how many of them hold nothing, and how many are fit to be written. */
  readonly rows: number
  readonly blankRows: number
  readonly soundRows: number
  readonly read: FileReading
  readonly fileRows?: number
  readonly shape?: FileShape | undefined
  /** By the index of a column that names parents: that of the column of this file that they are named by. */
  readonly parents?: ReadonlyMap<number, number>
}

export interface FileReading {
  readonly format: FileFormat
  readonly encoding: string | null
  /** Whether nothing but what the bytes look like speaks for the encoding, and another may be right. */
  readonly encoding_guessed?: boolean
  readonly delimiter: string | null
  readonly sheet: string | null
  /** The row of a table that names the columns, from 1, or 0 where none does. */
  readonly header_row?: number
  readonly left_out_rows?: LeftOutRows[]
  readonly shape?: FileShapeName | null
  /** Of texts that stand in several languages: the one that is taken, and the others. */
  readonly language?: TakenLanguage
  /** What people had better know of how the file was read, such as cells that are written otherwise than they are read. */
  readonly notes?: Message[]
}

/** What a file of a shop is read as: its rows are those that were made of it, and its columns are known by their headers. */
export interface FileShape {
  readonly name: FileShapeName
  readonly mergeKey: string
  /** The header of the column of SKUs, and the channel whose files call products so, where they find what is called otherwise here. */
  readonly sku?: string | undefined
  /** The folded SKUs that several rows have: they tell nothing apart. */
  readonly sharedSkus?: readonly string[]
  readonly channel?: ChannelKey | undefined
  /** The headers of what tells variants apart that may have no key. */
  readonly options?: readonly string[] | undefined
  readonly columns: Readonly<Record<string, ShapeColumn>>
  /** What is created besides, where nothing else is said. */
  readonly creations: readonly Creation[]
}

export interface ShapeColumn {
  /** The key of a new attribute, `parent_id`, or null where nothing is taken from the column. */
  readonly key: string | null
  /** Keys under which catalogs have it too, best first. */
  readonly known?: readonly string[] | undefined
  /** The name of a new attribute; without it the header. */
  readonly name?: string
  readonly isTitle?: boolean
  /** What its numbers are in: a known attribute of another kind of unit is not meant. */
  readonly unit?: string | undefined
  readonly options?: readonly string[] | undefined
  readonly rule: Omit<ColumnRule, 'key'>
}

const maxSamples = 5
const maxSampleLength = 200

/** Watches all rows of a file go by and tells of every column what it holds. */
export class RowScan {
  readonly #columns: ColumnScan[] = []
  readonly #samples: string[][] = []
  readonly #headers: readonly string[]
  rows = 0
  blankRows = 0
  #soundRows = 0
  #parents: ParentScan | undefined

  /** The headers may still grow while the file is read, as those of JSON do. */
  constructor(headers: readonly string[]) {
    this.#headers = headers
  }

  /** Takes a sound row; `numbers` says where the file has numbers and no texts. */
  add(cells: readonly string[], row: number, numbers?: ReadonlySet<number>): void {
    this.#soundRows += 1
    // The names of columns that come later, as those of JSON may, name no parents.
    this.#parents ??= new ParentScan(this.#headers)
    this.#parents.add(cells)
    this.#grow()
    for (const [index, column] of this.#columns.entries()) {
      const cell = cells[index] ?? ''
      column.add(cell, row, numbers?.has(index))
      const samples = this.#samples[index]
      if (samples && samples.length < maxSamples && cell !== '' && !samples.includes(cell)) {
        samples.push(cell.slice(0, maxSampleLength))
      }
    }
  }

  #grow(): void {
    for (let index = this.#columns.length; index < this.#headers.length; index += 1) {
      this.#columns.push(new ColumnScan(this.#headers[index] ?? ''))
      this.#samples.push([])
    }
  }

  result(read: FileScan['read']): FileScan {
    return {
      headers: this.#headers,
      guesses: this.#headers.map((_, index) => this.#columns[index]?.guess() ?? plainText),
      traits: this.#headers.map((_, index) => this.#columns[index]?.traits ?? noTraits),
      filled: this.#headers.map((_, index) => this.#columns[index]?.filled ?? 0),
      samples: this.#headers.map((_, index) => this.#samples[index] ?? []),
      rows: this.rows,
      blankRows: this.blankRows,
      soundRows: this.#soundRows,
      parents: this.#parents?.result ?? new Map(),
      read,
    }
  }
}

const plainText = { data_type: 'single_line_text_field' } as const
const noTraits = {
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
}
