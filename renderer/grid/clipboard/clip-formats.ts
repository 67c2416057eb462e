import type { AttributeValue } from '#shared/entities.ts'

export const ownFormat = 'application/x-catalog-cells+json'

const version = 1

interface OwnCells {
  readonly version: number
  readonly rows: readonly (readonly { text: string; value: AttributeValue | null }[])[]
}

export interface ClipCell {
  readonly text: string
  /** The stored value; null for an empty cell. */
  readonly raw?: AttributeValue | null | undefined
  readonly number?: number | undefined
}

export type ClipBlock = readonly (readonly ClipCell[])[]

export interface Size {
  readonly rows: number
  readonly columns: number
}

export function measureBlock(block: ClipBlock): Size {
  return { rows: block.length, columns: block[0]?.length ?? 0 }
}

const blank: ClipCell = { text: '' }

export function squared(rows: readonly (readonly ClipCell[])[]): ClipBlock {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => blank)])
}

export function writeOwn(block: ClipBlock): string {
  const rows = block.map((row) => row.map(({ text, raw }) => ({ text, value: raw ?? null })))
  return JSON.stringify({ version, rows } satisfies OwnCells)
}

export function readOwn(json: string): ClipBlock | undefined {
  if (json === '') return undefined
  try {
    const cells: OwnCells = JSON.parse(json)
    if (cells.version !== version) return undefined
    return squared(cells.rows.map((row) => row.map(({ text, value }) => ({ text, raw: value }))))
  } catch {
    return undefined
  }
}

/**
 * Formats tab-separated text. A cell is quoted only if it holds a tab or line break or starts with a
 * quote; a single cell never.
 */
export function toTsv(rows: readonly (readonly string[])[]): string {
  // A single cell is also pasted into text fields, where quotes would be unwanted.
  if (rows.length === 1 && rows[0]?.length === 1) return rows[0][0] ?? ''
  return rows.map((row) => row.map(quote).join('\t')).join('\n')
}

function quote(cell: string): string {
  return /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const cellPattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y

/**
 * Parses the clipboard text of spreadsheets: tabs, quoted cells with line breaks, one line break at the
 * end.
 */
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

/**
 * Formats an HTML table with the extra attributes that spreadsheets read: raw numbers, and texts that must
 * not become numbers.
 */
export function toHtmlTable(block: ClipBlock): string {
  const line = (row: readonly ClipCell[]): string =>
    row.map((cell) => `<td${attributesOf(cell)}>${escapeHtml(cell.text)}</td>`).join('')
  const rows = block.map((row) => `<tr>${line(row)}</tr>`).join('')
  return `<table xmlns:x="urn:schemas-microsoft-com:office:excel">${rows}</table>`
}

function attributesOf({ text, raw }: ClipCell): string {
  const own = raw === undefined ? '' : ` data-value="${escapeAttribute(JSON.stringify(raw))}"`
  if (typeof raw === 'number') {
    const sheets = escapeAttribute(JSON.stringify({ 1: 3, 3: raw }))
    return `${own} x:num="${raw}" sdval="${raw}" data-sheets-value="${sheets}"`
  }
  if (!/^[\d+\-.,\s=@]/.test(text)) return own
  // Keeps leading zeros, and prevents formulas.
  const sheets = escapeAttribute(JSON.stringify({ 1: 2, 2: text }))
  return `${own} style="mso-number-format:'\\@'" data-sheets-value="${sheets}"`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r?\n/g, '<br style="mso-data-placement:same-cell">')
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Returns the cells of a clipboard that is only one table; undefined for any other markup. */
export function readHtmlTable(html: string): ClipBlock | undefined {
  if (!/<table[\s>]/i.test(html)) return undefined
  // A parsed document runs and loads nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unseen of body.querySelectorAll('style, script, meta, title')) unseen.remove()
  const tables = body.querySelectorAll('table')
  const [table] = tables
  if (!table || tables.length > 1) return undefined
  for (const lineBreak of table.querySelectorAll('br')) lineBreak.replaceWith('\u2028')
  const rows = [...table.rows].map(readRow)
  table.remove()
  const isAlone = body.textContent.trim() === ''
  return isAlone && rows.length > 0 ? squared(spread(rows)) : undefined
}

interface SpreadCell {
  readonly cell: ClipCell
  readonly wide: number
  readonly high: number
}

function readRow(row: HTMLTableRowElement): SpreadCell[] {
  return [...row.cells].map((cell) => ({
    cell: readCell(cell),
    wide: cell.colSpan,
    high: Math.max(1, cell.rowSpan),
  }))
}

function spread(rows: readonly (readonly SpreadCell[])[]): ClipCell[][] {
  const places: ClipCell[][] = rows.map(() => [])
  rows.forEach((row, top) => {
    let left = 0
    for (const { cell, wide, high } of row) {
      while (places[top]?.[left]) left += 1
      for (let down = 0; down < high; down += 1) {
        for (let right = 0; right < wide; right += 1) {
          const line = places[top + down]
          if (line) line[left + right] = down === 0 && right === 0 ? cell : { text: '' }
        }
      }
      left += wide
    }
  })
  return places.map((line) => Array.from(line, (cell: ClipCell | undefined) => cell ?? { text: '' }))
}

function readCell(cell: HTMLTableCellElement): ClipCell {
  const text = textOf(cell)
  const own = cell.dataset['value']
  if (own !== undefined) return { text, raw: parseJson(own) as AttributeValue | null | undefined }
  const number = numberBehind(cell, text)
  return number === undefined ? { text } : { text, number }
}

interface SheetsValue {
  readonly 1?: number
  readonly 3?: number
}

function numberBehind(cell: HTMLTableCellElement, text: string): number | undefined {
  const excel = cell.getAttribute('x:num')
  const libre = cell.getAttribute('sdval')
  const given = cell.dataset['sheetsValue']
  // A failed parse costs a hundred times a lookup, and cells of other programs have nothing to parse.
  const sheets = given === undefined ? undefined : (parseJson(given) as SheetsValue | undefined)
  const found = sheets?.[1] === 3 ? sheets[3] : Number(excel === '' ? text : (excel ?? libre ?? NaN))
  return Number.isFinite(found) ? found : undefined
}

/** Only the markup breaks lines; line breaks of the source are spaces. */
function textOf(cell: HTMLTableCellElement): string {
  return cell.textContent
    .replaceAll(/[ \t\r\n\u00a0]+/g, ' ')
    .replaceAll(/ ?\u2028 ?/g, '\n')
    .trim()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
