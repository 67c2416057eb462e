import Papa from 'papaparse'

/** The beginning of a CSV file, for a look before the import. The import itself reads the file on the server. */
export interface CsvHead {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly delimiter: string
  /** True where the file goes on behind the rows. */
  readonly hasMore: boolean
}

const headBytes = 256 * 1024
const maxRows = 20

/** Reads the first rows of a file. Throws a sentence where the file cannot be a table. */
export async function readCsvHead(file: File): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (bytes.length === 0) throw new Error('This file is empty. Choose one that has a header line and rows.')
  if (bytes.includes(0) && !hasUtf16Mark(bytes)) {
    throw new Error('This is not a text file. Save the table as CSV and choose that file.')
  }
  return parseHead(decode(bytes), file.size > headBytes)
}

/** Parses the text of the beginning. `isCut` says that the last row may be incomplete. */
export function parseHead(text: string, isCut: boolean): CsvHead {
  const { data, meta } = Papa.parse<string[]>(text, { skipEmptyLines: true, preview: maxRows + 2 })
  const complete = isCut && data.length < maxRows + 2 ? data.slice(0, -1) : data
  const [header = [], ...rows] = complete
  const columns = header.map((name) => name.trim())
  if (columns.every((name) => name === '')) {
    throw new Error('The first line names no columns. Put the column names into the first line of the file.')
  }
  return {
    columns,
    rows: rows.slice(0, maxRows),
    delimiter: meta.delimiter,
    hasMore: isCut || rows.length > maxRows,
  }
}

function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function decode(bytes: Uint8Array): string {
  if (hasUtf16Mark(bytes)) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  // `stream` tolerates a character that the cut has split.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
