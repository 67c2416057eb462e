import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { CellCorrection } from '#shared/imports.ts'
import type { ImportRow } from '../../catalog/imports/row-reader.ts'
import type { FileRows } from './file-rows.ts'

/** The rows of a file with the cells that somebody corrected in the place of its own. */
export function withCorrections(source: FileRows, corrections: readonly CellCorrection[] = []): FileRows {
  if (corrections.length === 0) return source
  const { scan, sheets } = source
  const byRow = Map.groupBy(corrections, ({ row }) => row)
  const correct = <Row extends ImportRow>(record: Row): Row => {
    const found = byRow.get(record.line ?? record.row)
    if (!found) return record
    const texts = new Map(found.map(({ column, value }) => [scan.headers.indexOf(column), value]))
    const numbers = record.numbers && new Set([...record.numbers].filter((index) => !texts.has(index)))
    const refused = record.refused && new Map([...record.refused].filter(([index]) => !texts.has(index)))
    return {
      ...record,
      numbers,
      refused,
      cells: scan.headers.map((_, index) => texts.get(index) ?? record.cells[index] ?? ''),
    }
  }
  return {
    scan,
    sheets,
    async *batches(skip) {
      for await (const batch of source.batches(skip)) yield { ...batch, rows: batch.rows.map(correct) }
    },
    async *records() {
      for await (const record of source.records()) yield correct(record)
    },
  }
}

/** By what a file is known again, to the byte: corrections are those of one file and of no other. */
export async function markOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
