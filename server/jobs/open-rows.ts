import { type ReadOptions, type FileRows, refusal } from '../catalog/imports/read/file-rows.ts'
import { type ParseApart, ParserLimitExceeded } from './job-context.ts'
import { openShape } from '../catalog/imports/read/shapes/open-shape.ts'
import { readFormat, textOf } from '../catalog/imports/read/detect-format.ts'
import { openCsvFile } from '../catalog/imports/read/csv.ts'
import { stat } from 'node:fs/promises'
import { readRows, openSpool, type SpooledFormat } from '../catalog/imports/read/spool.ts'

const timeoutMs = 300_000
// Starting a process takes longer than reading such a small file, which cannot unpack to more.
const harmlessBytes = 1024 * 1024

/**
 * Opens a file of rows by its content, whatever its name; the caller may set the format. Reads the whole
 * file: CSV here, row by row, any other that is not small in the process of the parsers, which need more
 * memory. Throws `validation_failed` with one sentence where it cannot be imported.
 */
export async function openRows(
  file: string,
  options: ReadOptions,
  parseApart: ParseApart,
): Promise<FileRows> {
  const rows = await openPlain(file, options, parseApart)
  const { shape: asked, maxRows, hasFolder } = options
  if (options.type !== 'product' || rows.scan.shape) return rows
  return openShape(rows, { spool: `${file}.shaped`, asked, maxRows, hasFolder })
}

async function openPlain(file: string, options: ReadOptions, parseApart: ParseApart): Promise<FileRows> {
  const { format, head } = await readFormat(file, options)
  if (format === 'csv') return openCsvFile(file, options)
  const { sheet, language, header_row, type, maxRows, shape, signal } = options
  const asked = {
    file,
    format,
    spool: `${file}.rows`,
    text: textOf(head),
    sheet,
    language,
    header_row,
    type,
    maxRows,
    shape,
  }
  try {
    const { size } = await stat(file)
    const isHarmless = format !== 'xlsx' && size <= harmlessBytes
    const read = isHarmless ? readRows(asked) : parseApart('readRows', asked, { signal, timeoutMs })
    return openSpool(asked.spool, await read)
  } catch (error) {
    throw error instanceof ParserLimitExceeded ? tooLarge(error, format) : error
  }
}

function tooLarge({ message }: ParserLimitExceeded, format: SpooledFormat): Error {
  const smaller = format === 'xlsx' ? 'Save the sheet as CSV, or as several' : 'Send it as CSV, or in parts'
  return refusal(`The file is too large or too tangled to be read. ${message} ${smaller}.`)
}
