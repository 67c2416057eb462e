import type { CheerioAPI } from 'cheerio'

/** Marks a table in the page with its place in the list, so that whoever writes the page as text finds its cells. */
export const tableMark = 'data-vitrine-table'

export interface PageTable {
  readonly name: string | null
  readonly rows: readonly (readonly string[])[]
}

// What one cell may claim; a page cannot make us fill millions of cells.
const maxSpan = 100
const maxColumns = 1000

/** The tables of a page that hold data, in order; cells that span several places fill them all. */
export function readPageTables($: CheerioAPI): PageTable[] {
  const tables: PageTable[] = []
  // A table around tables only lays them out.
  const isData = (table: ReturnType<CheerioAPI>) => table.find('table').length === 0
  for (const element of $('table')) {
    const table = $(element)
    // Lines within a cell end up in one: a space keeps their words apart.
    table.find('br').replaceWith(' ')
    table.find('td p, td div, td li, th p, th div, th li').append(' ')
    const rows = isData(table) ? readRows($, table) : []
    if (!rows.some(({ length }) => length > 1)) continue
    table.attr(tableMark, String(tables.length))
    tables.push({ name: table.find('caption').first().text().replaceAll(/\s+/g, ' ').trim() || null, rows })
  }
  return tables
}

interface Hanging {
  readonly text: string
  rows: number
}

function readRows($: CheerioAPI, table: ReturnType<CheerioAPI>): string[][] {
  const hanging = new Map<number, Hanging>()
  return table
    .find('tr')
    .toArray()
    .map((row) => readRow($, $(row).children('td, th').toArray(), hanging))
    .filter((row) => row.some((text) => text !== ''))
}

/** One row; what hangs into it from cells above comes first at its place. */
function readRow($: CheerioAPI, cells: Parameters<CheerioAPI>[0][], hanging: Map<number, Hanging>): string[] {
  const row: string[] = []
  const takeHanging = () => {
    for (let above = hanging.get(row.length); above !== undefined; above = hanging.get(row.length)) {
      above.rows -= 1
      if (above.rows === 0) hanging.delete(row.length)
      row.push(above.text)
    }
  }
  for (const element of cells) {
    takeHanging()
    const cell = $(element as never)
    const text = cell.text().replaceAll(/\s+/g, ' ').trim()
    const rows = spanOf(cell.attr('rowspan'))
    for (let columns = spanOf(cell.attr('colspan')); columns > 0 && row.length < maxColumns; columns -= 1) {
      if (rows > 1) hanging.set(row.length, { text, rows: rows - 1 })
      row.push(text)
    }
  }
  takeHanging()
  return row
}

function spanOf(text: string | undefined): number {
  const span = Number.parseInt(text ?? '1', 10)
  return Number.isNaN(span) ? 1 : Math.min(maxSpan, Math.max(1, span))
}
