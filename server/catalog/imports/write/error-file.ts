import type { ImportColumn } from '../recognise/column-request.ts'
import type { ReadCatalog } from '../../connections/reader.ts'
import type { FileRows, ImportRow } from '../read/file-rows.ts'
import { failedRows } from '../plan/import-state.ts'
import { isErrorColumn, errorColumnOf } from '#shared/imports.ts'
import { open } from 'node:fs/promises'
import { guardCell } from '#shared/cell-guard.ts'

export const csvMark = '\uFEFF'

interface FailedRows {
  readonly jobId: string
  readonly columns: readonly ImportColumn[]
  readonly read: ReadCatalog
}

/**
 * Writes the failed rows unchanged, each with the reason in a first column that imports ignore, so that
 * the corrected file can be imported directly. Returns false, and writes none, where no row failed.
 */
export async function writeErrorFile(
  path: string,
  source: FileRows,
  { jobId, columns, read }: FailedRows,
): Promise<boolean> {
  const pageBehind = (behind: number) => read((db) => failedRows(db, jobId, behind))
  let page = pageBehind(0)
  if (page.length === 0) return false
  const delimiter = source.scan.read.delimiter ?? ','
  // The reasons of an earlier error file are left out, since they no longer apply.
  const { headers, read: file, shape } = source.scan
  const width = file.format === 'csv' && !shape ? 0 : headers.length
  const withoutErrors = (cells: readonly string[]) =>
    Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '').filter(
      (_, index) => !isErrorColumn(headers[index] ?? ''),
    )
  const toLine = (cells: readonly string[]) => csvLine(cells, delimiter)
  const written = toWriter(columns)
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.write(csvMark + toLine([errorColumnOf(shape?.name), ...withoutErrors(headers)]))
    for await (const record of source.records()) {
      const [failed] = page
      if (!failed) break
      if (failed.row !== record.row) continue
      await handle.write(toLine([failed.issues.join(' '), ...withoutErrors(written(record))]))
      page.shift()
      if (page.length === 0) page = pageBehind(record.row)
    }
  } finally {
    await handle.close()
  }
  return true
}

function toWriter(columns: readonly ImportColumn[]): (row: ImportRow) => readonly string[] {
  const withComma = new Set(columns.filter(({ rule }) => rule?.decimal === 'comma').map(({ index }) => index))
  return ({ cells, numbers, written }) => {
    if (written) return written
    if (!numbers || withComma.size === 0) return cells
    return cells.map((cell, index) =>
      numbers.has(index) && withComma.has(index) ? cell.replace('.', ',') : cell,
    )
  }
}

export function csvLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((cell) => quote(guardCell(cell), delimiter)).join(delimiter)}\r\n`
}

function quote(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]/.test(cell)
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`
}
