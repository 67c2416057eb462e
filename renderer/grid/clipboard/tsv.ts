/** Cells as tab-separated text, quoted only where a cell holds a tab, a line break or starts with a quote; one alone never. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  // A single cell is pasted into text fields too, where quotes would be in the way.
  if (rows.length === 1 && rows[0]?.length === 1) return rows[0][0] ?? ''
  return rows.map((row) => row.map(quote).join('\t')).join('\n')
}

function quote(cell: string): string {
  return /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const cellPattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y

/** Reads what spreadsheets put on the clipboard: tabs, quoted cells with line breaks, one line break at the end. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let end = '\n'
  for (let at = 0; at < text.length || end === '\t';) {
    cellPattern.lastIndex = at
    const [all = '', quoted, plain = '', separator = ''] = cellPattern.exec(text) ?? []
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    at += all.length
    end = separator
    if (separator === '\t') continue
    rows.push(row)
    row = []
  }
  return rows
}
