import { message, type Message } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import { semanticTypeOf } from '#shared/semantic-types.ts'
import { type FileRecord, isBlankRow, readHeaders, type RecordReader, refusal } from './file-rows.ts'
import { findHeader, headerOf, nameColumns, noHeaderRow, rowsToLookAt } from './table-layout.ts'
import { headerCells } from './written-cells.ts'

export interface SheetOfRows {
  readonly name: string
  readonly isHidden: boolean
  readonly hasRows: boolean
  /** The rows from the first that is not empty; `place` takes the number of rows above it. */
  readonly rows: (place: { above: number }) => AsyncGenerator<FileRecord>
}

export interface Spreadsheet {
  readonly sheets: readonly SheetOfRows[]
}

interface BegunSheet {
  readonly sheet: SheetOfRows
  readonly first: readonly FileRecord[]
  readonly others: AsyncGenerator<FileRecord>
  readonly above: number
}

const allSheets = 'all'

/**
 * Reads the table of a sheet from its header on: of the one that is named, of all of them, or of the first
 * that is no cover. Throws a refusal where there is none.
 */
export async function readTables(
  workbook: Spreadsheet,
  name: string | undefined,
  headerRow: number | undefined,
): Promise<RecordReader> {
  const { sheets } = workbook
  const [top] = sheets
  if (top === undefined) throw refusal(message('workbook.no_sheet'))
  const named = findSheet(sheets, name)
  if (named) return readTable(await begin(named), { sheets, headerRow, notes: [] })
  if (name !== undefined && foldText(name) !== allSheets) throw noSuchSheet(sheets, name)
  const begun = await beginAll(workbook)
  if (name !== undefined) return readAll(workbook, begun)
  const chosen = chooseSheet(begun) ?? (await begin(top))
  const joined = findJoined(chosen, begun)
  const others = begun.filter((one) => one.sheet !== chosen.sheet && !joined.includes(one))
  for (const { others: rows } of others) await rows.return(undefined)
  const notes = describeOthers(chosen.sheet, others)
  return joinSheets(readTable(chosen, { sheets, headerRow, notes }), joined)
}

/** People write names of sheets as they remember them, so that the case decides only between two. */
function findSheet(sheets: readonly SheetOfRows[], name: string | undefined): SheetOfRows | undefined {
  if (name === undefined) return undefined
  const folded = foldText(name)
  const alike = folded === allSheets ? [] : sheets.filter((one) => foldText(one.name) === folded)
  return sheets.find((one) => one.name === name) ?? (alike.length === 1 ? alike[0] : undefined)
}

function noSuchSheet(sheets: readonly SheetOfRows[], name: string): Error {
  const names = sheets.slice(0, maxNamed).map((one) => one.name)
  return refusal(message('workbook.sheet_unknown', { name, names: names.join(', ') }))
}

const maxNamed = 20
// Only so many sheets are inspected.
const maxLookedAt = 50

async function begin(sheet: SheetOfRows): Promise<BegunSheet> {
  const place = { above: 0 }
  const others = sheet.rows(place)
  const first: FileRecord[] = []
  while (first.length < rowsToLookAt) {
    const next = await others.next()
    if (next.done) break
    first.push(next.value)
  }
  return { sheet, first, others, above: place.above }
}

async function beginAll(workbook: Spreadsheet): Promise<BegunSheet[]> {
  const begun: BegunSheet[] = []
  const [top] = workbook.sheets
  for (const sheet of workbook.sheets.slice(0, maxLookedAt)) {
    if (sheet !== top && (sheet.isHidden || !sheet.hasRows)) continue
    const one = await begin(sheet)
    if (one.first.some(({ cells }) => !isBlankRow(cells))) begun.push(one)
  }
  return begun
}

function chooseSheet(begun: readonly BegunSheet[]): BegunSheet | undefined {
  const [first] = begun
  if (!first || !isCover(first)) return first
  const others = begun.filter((one) => !isCover(one))
  return others.find((one) => rolesIn(one) > 0) ?? others[0] ?? first
}

const coverName =
  /instruction|read ?me|cover|intro|legend|guide|help|hinweis|anleitung|deckblatt|titel|legende|lies ?mich|inhalt|notice|mode d.emploi|couverture|instruc|portada|ayuda|istruzion|copertina|legenda|instructies|voorblad|instrukcj|okładka|pokyny|návod|obálka|anvisning|omslag|instruções|capa|инструкц|титул/iu

/**
 * Whether a sheet explains or introduces others: hardly any adjacent cells, or such a name, and no product
 * columns.
 */
function isCover(begun: BegunSheet): boolean {
  if (rolesIn(begun) > 1) return false
  const filled = begun.first.map(({ cells }) => cells.filter((cell) => cell !== '').length).filter(Boolean)
  const isNarrow = filled.filter((count) => count <= 1).length * 2 > filled.length
  return coverName.test(begun.sheet.name) || (isNarrow && rolesIn(begun) === 0)
}

function rolesIn({ first }: BegunSheet): number {
  const rows = first.map(({ cells }) => cells)
  const spans = first.map((record) => record.spans)
  const { header } = headerOf(rows, findHeader(rows, undefined, spans), spans)
  return new Set(header.flatMap((cell) => semanticTypeOf(String(cell)) ?? [])).size
}

function describeOthers({ name }: SheetOfRows, others: readonly BegunSheet[]): Message[] {
  const tables = others.filter((one) => !isCover(one)).map(({ sheet }) => sheet.name)
  if (tables.length === 0) return []
  const names = tables.slice(0, maxNamed).join(', ')
  return [message('workbook.other_sheets', { sheet: name, count: tables.length, names })]
}

interface TableOfSheet {
  readonly sheets: readonly SheetOfRows[]
  readonly headerRow: number | undefined
  readonly notes: readonly Message[]
}

function readTable(
  { sheet, first, others, above }: BegunSheet,
  { sheets, headerRow, notes }: TableOfSheet,
): RecordReader {
  const table = findHeaders(first, above, headerRow)
  return {
    ...table,
    format: 'xlsx',
    sheet: sheet.name,
    sheets: sheets.map(({ name }) => name),
    encoding: null,
    notes,
    records: () => inOrder(first.slice(table.layout.headerAt + 1), others),
  }
}

function findHeaders(first: readonly FileRecord[], above: number, asked: number | undefined) {
  const cells = first.map((record) => record.cells)
  const spans = first.map((record) => record.spans)
  const headerAt = findHeader(cells, asked && Math.max(1, asked - above), spans)
  if (headerAt >= 0 && headerAt >= first.length && first.length > 0)
    throw refusal(noHeaderRow(first.length + above))
  const { header, isJoined } = headerOf(cells, headerAt, spans)
  const headers = headerAt < 0 ? nameColumns(cells) : headerCells(header)
  return { headers, layout: { headerAt, above, header, isJoined } }
}

async function* inOrder(
  first: readonly FileRecord[],
  others: AsyncGenerator<FileRecord>,
): AsyncGenerator<FileRecord> {
  yield* first
  yield* others
}

const joinKey = 'product_id'

/** The sheets of OpenCart's export that say more of the products of its first, by their ids. */
const joinedSheets: Readonly<Record<string, string>> = {
  AdditionalImages: joinKey,
  Specials: joinKey,
  ProductOptionValues: joinKey,
  ProductAttributes: joinKey,
  ProductSEOKeywords: joinKey,
  Categories: 'category_id',
}

function findJoined(chosen: BegunSheet, begun: readonly BegunSheet[]): BegunSheet[] {
  const isOfProducts = ['model', joinKey].every((name) => headersOf(chosen).includes(name))
  return begun.filter(
    (one) =>
      isOfProducts &&
      one.sheet !== chosen.sheet &&
      headersOf(one).includes(joinedSheets[one.sheet.name] ?? '\0'),
  )
}

function headersOf({ first, above }: BegunSheet): string[] {
  return first.length === 0 ? [] : readHeaders(findHeaders(first, above, undefined).headers)
}

/** The name of a column of another sheet than the first. */
export function headerInSheet(sheet: string, header: string): string {
  return `${sheet}: ${header}`
}

/** Puts the rows of other sheets below those of a table, in columns of their own but for the key. */
function joinSheets(table: RecordReader, joined: readonly BegunSheet[]): RecordReader {
  if (joined.length === 0) return table
  const headers = readHeaders(table.headers)
  return {
    ...table,
    headers,
    records: async function* () {
      yield* table.records()
      for (const one of joined) {
        const { first, others, above, sheet } = one
        const names = headersOf(one).map((name) =>
          name === joinKey ? name : headerInSheet(sheet.name, name),
        )
        const columns = names.map((name) => placeOf(name, headers))
        const { layout } = findHeaders(first, above, undefined)
        for await (const record of inOrder(first.slice(layout.headerAt + 1), others))
          yield moved(record, columns)
      }
    },
  }
}

/** Reads all sheets as one table: columns of one name are merged, and missing ones stay empty. */
function readAll({ sheets }: Spreadsheet, begun: readonly BegunSheet[]): RecordReader {
  const [top] = begun
  if (!top) throw refusal(message('file.no_rows'))
  const tables = begun
    .filter((one) => one === top || !isCover(one))
    .filter((one, _, all) => all.length === 1 || !isCover(one))
  const { layout } = findHeaders(tables[0]?.first ?? [], tables[0]?.above ?? 0, undefined)
  const headers: string[] = []
  return {
    headers,
    layout,
    format: 'xlsx',
    sheet: allSheets,
    sheets: sheets.map(({ name }) => name),
    encoding: null,
    records: async function* () {
      for (const { first, others, above } of tables) {
        const table = findHeaders(first, above, undefined)
        const places = readHeaders(table.headers).map((header) => placeOf(header, headers))
        for await (const record of inOrder(first.slice(table.layout.headerAt + 1), others))
          yield moved(record, places)
      }
    },
  }
}

function placeOf(header: string, headers: string[]): number {
  const known = headers.indexOf(header)
  return known >= 0 ? known : headers.push(header) - 1
}

function moved({ cells, refused, links, ...others }: FileRecord, places: readonly number[]): FileRecord {
  const at = (column: number) => places[column] ?? column
  const row: (string | number)[] = []
  for (const [column, cell] of cells.entries()) row[at(column)] = cell
  return {
    ...others,
    cells: Array.from(row, (cell) => cell ?? ''),
    ...(refused && { refused: refused.map(([column, why]) => [at(column), why] as const) }),
    ...(links && { links: links.map(([column, address]) => [at(column), address] as const) }),
  }
}
