import { openZip } from '../sources/zip-file.ts'

/** Which cells of a workbook hold an error, by their name: B2. */
export interface ErrorCells {
  has(cell: string): boolean
}

/**
 * Looks through every sheet for cells that are an error, and not a text that reads like one. The sheets are taken together;
 * where they cannot be looked through, every cell counts as one.
 */
export async function findErrorCells(bytes: Uint8Array): Promise<ErrorCells> {
  try {
    const zip = openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), Infinity)
    const sheets = zip.names.filter((name) => /\/worksheets\/[^/]+\.xml$/i.test(name))
    const cells = new Set<string>()
    for (const sheet of sheets) if (!(await noteErrors(zip.stream(sheet) ?? [], cells))) return everyCell
    return sheets.length > 0 ? cells : everyCell
  } catch {
    return everyCell
  }
}

const everyCell: ErrorCells = { has: () => true }

/** False where an error does not say which cell it is in. */
async function noteErrors(
  sheet: AsyncIterable<Buffer> | Iterable<Buffer>,
  cells: Set<string>,
): Promise<boolean> {
  let rest = ''
  for await (const chunk of sheet) {
    // Names of elements and cells are ASCII; how the texts between them are read does not matter.
    const text = rest + chunk.toString('latin1')
    const end = text.lastIndexOf('>') + 1
    for (const [tag] of text.slice(0, end).matchAll(/<(?:\w+:)?c\s[^>]*\bt\s*=\s*["']e["'][^>]*>/g)) {
      const name = /\br\s*=\s*["']([A-Z]+\d+)["']/.exec(tag)?.[1]
      if (name === undefined) return false
      cells.add(name)
    }
    rest = text.slice(end)
  }
  return true
}
