import { fileFormats, type FileFormat } from '#shared/imports.ts'
import { openCsvFile } from './csv-file.ts'
import { detectFormat, textOf } from './detect-format.ts'
import { readJson, readJsonLines } from './json-records.ts'
import { readHead } from './read-head.ts'
import type { ReadOptions, FileRows } from './file-rows.ts'
import { spoolRows } from './spooled-rows.ts'

const headLength = 64 * 1024

/**
 * Opens a file of rows, whatever its name says: its content tells the format, unless the caller does. Looks at the whole of it.
 * Throws `validation_failed` with one clear sentence where it cannot be imported.
 */
export async function openRows(file: string, options: ReadOptions): Promise<FileRows> {
  const head = await readHead(file, headLength)
  const format = fileFormats.find((known) => known === options.format) ?? detectFormat(head, options.encoding)
  return openers[format](file, head, options)
}

const openers: Record<
  FileFormat,
  (file: string, head: Uint8Array, options: ReadOptions) => Promise<FileRows>
> = {
  csv: (file, _head, options) => openCsvFile(file, options),
  xlsx: async (file, _head, options) => {
    const { readXlsx } = await import('./xlsx-records.ts')
    return spoolRows(await readXlsx(file, options.sheet), spoolOf(file), options)
  },
  json: async (file, head, options) => {
    const reader = await readJson(file, { ...textOf(head), type: options.type })
    return spoolRows(reader, spoolOf(file), options)
  },
  jsonl: async (file, head, options) =>
    spoolRows(await readJsonLines(file, textOf(head).encoding), spoolOf(file), options),
}

// What begins with the name of an uploaded file is removed together with it.
function spoolOf(file: string): string {
  return `${file}.rows`
}
