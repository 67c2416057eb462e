/** Cells as tab-separated text, quoted only where a cell holds a tab, a line break or starts with a quote. */
export function toTsv(rows: readonly (readonly string[])[]): string {
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

/** Cells as an HTML table, built from the cells so that tabs and line breaks in them survive. */
export function toHtmlTable(rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')
  return `<table>${rows.map((row) => `<tr>${line(row)}</tr>`).join('')}</table>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r?\n/g, '<br>')
}
