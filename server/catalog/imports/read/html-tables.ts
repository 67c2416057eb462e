import { type CheerioAPI, load } from 'cheerio'
import type { Spreadsheet } from './sheets.ts'

/** Marks a table with its index, so that the Markdown writer finds its cells. */
export const tableMark = 'data-vitrine-table'

interface PageTable {
  readonly name: string | null
  readonly rows: readonly (readonly string[])[]
}

// A page cannot make the program fill millions of cells.
const maxSpan = 100
const maxColumns = 1000

export function readPageTables($: CheerioAPI): PageTable[] {
  const tables: PageTable[] = []
  // A table around tables only lays them out.
  const isData = (table: ReturnType<CheerioAPI>) => table.find('table').length === 0
  for (const element of $('table')) {
    const table = $(element)
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

/** The tables of a page as sheets: programs write such pages and call them workbooks (.xls). */
export function openPageTables(html: string): Spreadsheet {
  const $ = load(html)
  $('script, style').remove()
  const sheets = readPageTables($).map(({ name, rows }, index) => ({
    name: name ?? `Table ${index + 1}`,
    isHidden: false,
    hasRows: true,
    rows: async function* () {
      for (const cells of rows) yield { cells }
    },
  }))
  return { sheets }
}
