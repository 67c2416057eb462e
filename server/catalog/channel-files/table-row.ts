/** A line of a CSV as shops take it: quotes where they are needed, CRLF. Texts go as they are. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/["\r\n,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}

/** A line of a file with tabs, which can hold neither tabs nor line ends: each becomes a space. */
export function tabLine(cells: readonly string[]): string {
  return `${cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')}\r\n`
}
