import { ColumnScan, type GuessedType, type ColumnTraits } from './column-scan.ts'
import type {
  ColumnRule,
  FileShapeName,
  Creation,
  FileFormat,
  LeftOutRows,
  TakenLanguage,
  TextEncoding,
} from '#shared/imports.ts'
import type { Message } from '#shared/messages/message.ts'
import type { StepSamples } from './column-steps.ts'
import type { ChannelKey, FeatureFlags } from '#shared/channels.ts'
import { ParentScan } from './parent-columns.ts'

export interface FileScan {
  readonly headers: readonly string[]
  readonly guesses: readonly GuessedType[]
  readonly traits: readonly ColumnTraits[]
  readonly filled: readonly number[]
  readonly samples: readonly (readonly string[])[]
  readonly isWhole?: boolean
  readonly rows: number
  readonly blankRows: number
  readonly soundRows: number
  readonly read: FileReading
  /** The readings of a file whose encoding its content does not tell. */
  readonly doubt?: readonly EncodingReading[]
  readonly fileRows?: number
  readonly shape?: FileShape | undefined
  /** For each column of parents, the column with the values that name them, by index. */
  readonly parents?: ReadonlyMap<number, number>
  /** The columns whose cells name files of pictures, where such files come with the import. */
  readonly pictureColumns?: readonly number[]
  /** The titles of sections among the rows, by the number of their row, in its order. */
  readonly sections?: readonly { readonly row: number; readonly text: string }[]
  /** The cells as the steps of their columns make them, by the index of the column. */
  readonly steps?: ReadonlyMap<number, StepSamples>
  /** The column that is made of these titles. */
  readonly sectionColumn?: number
}

export interface EncodingReading {
  readonly encoding: TextEncoding
  readonly word: string
}

export interface FileReading {
  readonly format: FileFormat
  readonly encoding: string | null
  /** Whether the encoding was only guessed from the bytes and may be wrong. */
  readonly encoding_guessed?: boolean
  readonly delimiter: string | null
  readonly sheet: string | null
  readonly header_row?: number
  readonly left_out_rows?: LeftOutRows[]
  readonly shape?: FileShapeName | null
  readonly language?: TakenLanguage
  readonly notes?: Message[]
}

/**
 * The shape of a shop's file: its rows are those made of the file, and its columns are known by their
 * headers.
 */
export interface FileShape {
  readonly name: FileShapeName
  readonly mergeKey: string
  /**
   * The header of the column of SKUs, and the channel whose files name products by the same key; both find
   * products with another key in the catalog.
   */
  readonly sku?: string | undefined
  readonly sharedSkus?: readonly string[]
  readonly channel?: ChannelKey | undefined
  /** The channel that learns the columns, where it is another. */
  readonly learner?: string | undefined
  readonly options?: readonly string[] | undefined
  readonly columns: Readonly<Record<string, ShapeColumn>>
  readonly creations: readonly Creation[]
  readonly updatesOnly?: boolean | undefined
  /** The fields of the channel by column, and the paths in its list of categories. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly categories?: readonly string[] | undefined
  readonly features?: Readonly<Record<string, FeatureFlags>> | undefined
}

export interface ShapeColumn {
  /** The key of a new attribute, `parent_id`, or null for a column that is not used. */
  readonly key: string | null
  readonly known?: readonly string[] | undefined
  readonly name?: string
  readonly isTitle?: boolean
  /** Whether a new attribute keeps the cells as they are written, whatever they look like. */
  readonly isText?: boolean
  /** The unit of its numbers: a known attribute with another kind of unit does not match. */
  readonly unit?: string | undefined
  readonly options?: readonly string[] | undefined
  readonly rule: Omit<ColumnRule, 'key'>
}

const maxSamples = 5
const maxSampleLength = 200

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

  add(cells: readonly string[], row: number, numbers?: ReadonlySet<number>): void {
    this.#soundRows += 1
    // Later columns, as in JSON, cannot be parents.
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
  spellings: [],
}
