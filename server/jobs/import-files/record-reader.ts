import type { FileFormat, LeftOutRows, TakenLanguage } from '#shared/imports.ts'
import type { Sentence } from '#shared/messages/message.ts'
import type { FileShape } from '../../catalog/imports/file-shape.ts'

/** One record as a reader finds it, and what is wrong with it where it cannot be trusted. Numbers are such in the file. */
export interface FileRecord {
  readonly cells: readonly (string | number)[]
  readonly issue?: Sentence
  /** Its cells that cannot be trusted while the others can, each with a sentence that says why. */
  readonly refused?: readonly (readonly [column: number, why: Sentence])[]
  /** The row of the file that it was made of, where that is not its own number. */
  readonly line?: number
}

/** A file of records that can only be read from its beginning. */
export interface RecordReader {
  /** The names of the columns. Those of JSON grow while the records are read. */
  readonly headers: readonly string[]
  readonly format: FileFormat
  /** The sheet that is read, in a workbook. */
  readonly sheet: string | null
  /** The names of all sheets, in a workbook. */
  readonly sheets: string[]
  readonly encoding: string | null
  /** Of texts in several languages: which is taken. Told when all records are read. */
  readonly language?: TakenLanguage | undefined
  /** Of a table that people have made: the record that names the columns, from 0 or -1 for none, and how many rows stand above. */
  readonly layout?: {
    readonly headerAt: number
    readonly above: number
    readonly header: FileRecord['cells']
  }
  /** What the records are, where they were made of products that hold others; known when all are read. */
  readonly shaped?: () => {
    readonly shape: FileShape
    readonly fileRows: number
    readonly leftOut: readonly LeftOutRows[]
  }
  /** The records under the header, blank ones included, so that they count. */
  records(): AsyncGenerator<FileRecord>
}
