import { type ImportColumn, isOwnFile } from '../recognise/column-request.ts'
import { shapeColumn } from '../recognise/match-shape.ts'
import type { FileScan } from '../recognise/file-scan.ts'
import type { ImportRequest } from './import-state.ts'
import type { AttributeSet } from '../../../store/tables/attributes.ts'
import {
  type ImportQuestion,
  type DecimalMark,
  type DateOrder,
  type ColumnRule,
  dateOrders,
} from '#shared/imports.ts'
import type { ColumnTraits } from '../recognise/column-scan.ts'
import { message, textOf, referenceOf } from '#shared/messages/message.ts'
import { isDateName, readDate } from '../recognise/dates.ts'
import {
  type CellOfRow,
  parseNumberCell,
  readDigits,
  type NumberTraits,
  unitOf,
  type MarkedCells,
} from '../recognise/numbers.ts'
import { sureList } from './new-attributes.ts'
import { foldText } from '#shared/text.ts'
import { type Family, dataTypeTraits } from '#shared/attributes.ts'
import { semanticTypeOf } from '#shared/semantic-types.ts'
import { flagOrQuantity } from '../recognise/flags.ts'
import { unitOfConstraints } from '#shared/kinds.ts'

interface ToComplete {
  readonly columns: readonly ImportColumn[]
  readonly scan: FileScan
  readonly asked: Pick<ImportRequest, 'decimal' | 'dates'>
  readonly attributes: AttributeSet
  readonly mergeKey: string | undefined
}

interface CompletedRules {
  readonly columns: readonly ImportColumn[]
  /** The open questions of the file; the import waits for their answers. */
  readonly questions: readonly ImportQuestion[]
}

interface ColumnSettings {
  readonly header: string
  readonly traits: ColumnTraits | undefined
}

const maxColumns = 5
const maxCells = 2

function askDecimal(columns: readonly ColumnSettings[], scan: FileScan): ImportQuestion[] {
  const cells = listCells(columns, (traits) => traits?.numbers?.marks.either?.first)
  const [first] = cells
  if (!first) return []
  const read = (cell: string, mark: DecimalMark) => numberOf(cell, mark)
  const sentence = message('import.decimals_ambiguous', {
    cell: first.cell,
    row: first.row,
    column: first.column,
    one: String(read(first.cell, 'comma')),
    other: String(read(first.cell, 'point')),
  })
  const readings = inOrder(pointOrComma, likelyDecimal(scan)).map((value) => ({
    value,
    samples: cells.map((cell) => ({ ...cell, value: read(cell.cell, value) })),
  }))
  return [{ setting: 'decimal', sentence: textOf(sentence), ...referenceOf(sentence), readings }]
}

function askDates(columns: readonly ColumnSettings[], scan: FileScan): ImportQuestion[] {
  const cells = listCells(columns, (traits) => traits?.dates?.marks.either?.first)
  const [first] = cells
  if (!first) return []
  const read = (cell: string, order: DateOrder) => readDate(cell, order) ?? null
  const sentence = message('import.dates_ambiguous', {
    cell: first.cell,
    row: first.row,
    column: first.column,
    one: String(read(first.cell, 'dmy')),
    other: String(read(first.cell, 'mdy')),
  })
  const readings = inOrder(dayOrMonth, likelyDates(scan)).map((value) => ({
    value,
    samples: cells.map((cell) => ({ ...cell, value: read(cell.cell, value) })),
  }))
  return [{ setting: 'dates', sentence: textOf(sentence), ...referenceOf(sentence), readings }]
}

interface ShownCell extends CellOfRow {
  readonly column: string
}

function listCells(
  columns: readonly ColumnSettings[],
  cellsOf: (traits: ColumnTraits | undefined) => readonly CellOfRow[] | undefined,
): ShownCell[] {
  return columns
    .slice(0, maxColumns)
    .flatMap(({ header, traits }) =>
      (cellsOf(traits) ?? []).slice(0, maxCells).map((cell) => ({ ...cell, column: header })),
    )
}

function numberOf(cell: string, mark: DecimalMark): number | null {
  const parsed = parseNumberCell(cell)
  const text = parsed && readDigits(parsed, mark)
  return text === undefined ? null : Number(text)
}

function inOrder<Value>(all: readonly Value[], first: Value): Value[] {
  return [first, ...all.filter((one) => one !== first)]
}

/**
 * Gives columns of numbers and dates rules for their notation, by their own cells, else by the other
 * columns. Without evidence the rule is a question: no likelihood decides silently.
 */
export function completeRules(work: ToComplete): CompletedRules {
  const judged = work.columns.map((column) => decideColumn(column, work))
  const open = (setting: 'decimal' | 'dates') =>
    judged.flatMap(({ column, open: is }): ColumnSettings[] =>
      is === setting ? [{ header: column.header, traits: work.scan.traits[column.index] }] : [],
    )
  return {
    columns: judged.map(({ column }) => column),
    questions: [...askDecimal(open('decimal'), work.scan), ...askDates(open('dates'), work.scan)],
  }
}

interface CompletedColumn {
  readonly column: ImportColumn
  readonly open?: 'decimal' | 'dates' | undefined
}

function decideColumn(column: ImportColumn, work: ToComplete): CompletedColumn {
  const traits = work.scan.traits[column.index]
  if (!traits || column.key === work.mergeKey) return { column }
  const family = familyOf(column, traits, work)
  if (family === 'number') return decideNumbers(column, traits, work)
  if (family === 'date') return decideDates(column, traits, work)
  if (family === 'boolean') return { column: withRule(column, work, 'boolean', {}) }
  return { column: decideList(column, traits, work) }
}

function decideList(column: ImportColumn, traits: ColumnTraits, work: ToComplete): ImportColumn {
  if (column.rule !== undefined || work.scan.shape !== undefined) return column
  if (!column.isNew) return decideKnownList(column, traits, work)
  const { [column.index]: filled = 0 } = work.scan.filled
  const list = sureList(column.header, filled, traits)
  const guess = work.scan.guesses[column.index]?.data_type
  if (!list || guess === 'url' || guess === 'multi_select_list') return column
  const { separator } = list
  return { ...column, rule: { key: column.key, separator, data_type: 'multi_select_list' } }
}

/** A cell of an existing list attribute is split by its known options, whatever stands between. */
function decideKnownList(column: ImportColumn, { list }: ColumnTraits, work: ToComplete): ImportColumn {
  const attribute = work.attributes.byKey.get(column.key)
  if (!attribute?.traits.hasTokens || !list || list.separator === ',') return column
  const { separator, options } = list
  const known = new Set(attribute.options.map(foldText))
  const isMark = !attribute.options.some((option) => option.includes(separator))
  if (!isMark || !options.some((option) => known.has(foldText(option)))) return column
  return { ...column, rule: { key: column.key, separator } }
}

function familyOf(column: ImportColumn, traits: ColumnTraits, work: ToComplete): Family | undefined {
  const type = work.attributes.byKey.get(column.key)?.dataType ?? column.rule?.data_type
  if (type !== undefined) return dataTypeTraits[type].family
  const isTyped = column.isNew && shapeColumn(work.scan.shape, column.header)?.isText !== true
  return isTyped ? familyOfNew(column, traits, work) : undefined
}

function familyOfNew(column: ImportColumn, traits: ColumnTraits, work: ToComplete): Family | undefined {
  const guess = work.scan.guesses[column.index]?.data_type
  if (isBinaryFlag(column, traits, work)) return 'boolean'
  const isCode = traits.isCode || codes.includes(semanticTypeOf(column.header))
  if (guess === 'number' || (!isCode && isWrittenNumber(column.header, traits, work))) return 'number'
  if (guess === 'date' || hasDates(column.header, traits)) return 'date'
  return traits.isFlag ? 'boolean' : undefined
}

/**
 * Whether 0 and 1 mean no and yes: the column name says so, or it says nothing and a neighbouring column
 * is a flag.
 */
function isBinaryFlag({ header, index }: ImportColumn, traits: ColumnTraits, { scan }: ToComplete): boolean {
  if (!traits.isBinary) return false
  const said = flagOrQuantity(header)
  if (said !== undefined || semanticTypeOf(header) !== undefined || traits.isConstant) return said === 'flag'
  return [index - 1, index + 1].some((beside) => {
    const { isFlag = false, isBinary = false } = scan.traits[beside] ?? {}
    return isFlag || (isBinary && flagOrQuantity(scan.headers[beside] ?? '') === 'flag')
  })
}

function hasDates(header: string, { dates }: ColumnTraits): boolean {
  if (dates === undefined || dates.texts.count > 0 || dates.timed > 0) return false
  if (dates.compact > 0 && !isDateName(foldText(header))) return false
  return isMostly(dates.dates, dates)
}

const codes: readonly (ReturnType<typeof semanticTypeOf> | undefined)[] = [
  'sku',
  'gtin',
  'mpn',
  'handle',
  'name',
]

function isWrittenNumber(header: string, traits: ColumnTraits, work: ToComplete): boolean {
  const { numbers } = traits
  if (!numbers || !isMostlyNumbers(traits) || !isOneQuantity(header, numbers)) return false
  if (!isPlain(numbers)) return true
  // These look like numbers with a point, and were no numbers as such: a comma makes them some.
  const { either, point } = numbers.marks
  return Boolean(either) && !point && (work.asked.decimal ?? decimalOfFile(work)) === 'comma'
}

/**
 * Whether a column is one quantity: codes are not, nor mixed units (500 g and 1 kg), nor columns with
 * words, which would be lost.
 */
function isOneQuantity(header: string, { isQuantity, units, texts, qualified }: NumberTraits): boolean {
  const isCounted = qualified.count === 0 || counted.includes(semanticTypeOf(header))
  return isQuantity && Object.keys(units).length <= 1 && texts.count === 0 && isCounted
}

/** These stay numbers even though some cells are less exact: >10 in stock, from 9.90. */
const counted: readonly ReturnType<typeof semanticTypeOf>[] = ['stock', 'price']

function isPlain({ plain, numbers, texts, placeholders }: NumberTraits): boolean {
  return plain === numbers && texts.count + placeholders.count === 0
}

function decideNumbers(column: ImportColumn, { numbers }: ColumnTraits, work: ToComplete): CompletedColumn {
  if (!numbers) return { column }
  const { decimal } = column.rule ?? {}
  const settled = settleMark(numbers.marks, pointOrComma, () => work.asked.decimal ?? decimalOfFile(work))
  if (settled.isOpen && !decimal) return { column, open: 'decimal' }
  const mark = decimal ?? settled.mark
  const isAsItStands = mark !== 'comma' && numbers.plain === numbers.numbers
  const said = isAsItStands
    ? {}
    : { decimal: mark ?? ('point' as const), ...unitOfCells(column, numbers, work) }
  return { column: withRule(column, work, 'number', said) }
}

function unitOfCells(
  { key, rule }: ImportColumn,
  { units }: NumberTraits,
  { attributes }: ToComplete,
): Pick<ColumnRule, 'unit'> {
  if (rule?.unit !== undefined) return {}
  const own = unitOfConstraints(attributes.byKey.get(key)?.extras.constraints ?? {})
  const known = own === undefined ? undefined : (unitOf(foldText(own)) ?? own)
  const [most] = Object.entries(units).sort(([, a], [, b]) => b.count - a.count)
  const unit = most && (known ?? most[0])
  return unit === undefined ? {} : { unit }
}

interface SettledMark<Mark> {
  readonly mark: Mark | undefined
  readonly isOpen: boolean
}

/** The notation of a column: by its own cells, else by the rest of the file or the request's answer. */
function settleMark<Mark extends string>(
  marks: MarkedCells<Mark | 'either'>,
  all: readonly Mark[],
  elsewhere: () => Mark | undefined,
): SettledMark<Mark> {
  const shown = ownMark(marks, all)
  if (shown !== undefined || !marks.either) return { mark: shown, isOpen: false }
  const mark = elsewhere()
  return { mark, isOpen: mark === undefined }
}

/** Shops and the catalog itself write points; other programs may have opened a file of the catalog that has another delimiter. */
function decimalOfFile({ scan }: ToComplete): DecimalMark | undefined {
  const isWrittenByProgram = scan.shape !== undefined || (scan.read.delimiter === ',' && isOwnFile(scan))
  return fileDecimal(scan) ?? (isWrittenByProgram ? 'point' : undefined)
}

function decideDates(column: ImportColumn, { dates }: ColumnTraits, work: ToComplete): CompletedColumn {
  if (!dates) return { column }
  const { mark, isOpen } = settleMark(dates.marks, dateOrders, () => work.asked.dates ?? fileDates(work.scan))
  const shown = column.rule?.dates
  if (isOpen && !shown) return { column, open: 'dates' }
  const isAsItStands = dates.plain === dates.dates
  return { column: withRule(column, work, 'date', isAsItStands ? {} : { dates: shown ?? mark ?? 'dmy' }) }
}

function withRule(
  column: ImportColumn,
  { scan }: ToComplete,
  type: 'number' | 'date' | 'boolean',
  said: Pick<ColumnRule, 'decimal' | 'dates' | 'unit'>,
): ImportColumn {
  const hasType = !column.isNew || column.rule?.data_type !== undefined
  const isGuessed = scan.guesses[column.index]?.data_type === type
  const added = { ...said, ...(hasType || isGuessed ? {} : { data_type: type }) }
  if (Object.keys(added).length === 0) return column
  return { ...column, rule: { ...column.rule, key: column.key, ...added } }
}

/**
 * The notation that the cells show, or that most show where they differ; undefined for a tie or no
 * evidence.
 */
function ownMark<Mark extends string>(
  marks: MarkedCells<Mark | 'either'>,
  all: readonly Mark[],
): Mark | undefined {
  const counts = all.map((mark) => ({ mark, count: marks[mark]?.count ?? 0 }))
  const [most, next] = counts.sort((a, b) => b.count - a.count)
  return most && most.count > (next?.count ?? 0) ? most.mark : undefined
}

function sharedMark<Mark extends string>(
  columns: readonly (MarkedCells<Mark | 'either'> | undefined)[],
  all: readonly Mark[],
): Mark | undefined {
  const shown = new Set(columns.flatMap((marks) => (marks ? all.filter((mark) => marks[mark]) : [])))
  const [mark] = shown
  return shown.size === 1 ? mark : undefined
}

const pointOrComma = ['point', 'comma'] as const satisfies readonly DecimalMark[]
const dayOrMonth = ['dmy', 'mdy'] as const satisfies readonly DateOrder[]

// With so large a share of other texts, a few cells that look like values prove nothing.
const textShare = 0.1
const placeholderShare = 0.5

function isMostlyNumbers({ numbers }: ColumnTraits): boolean {
  return numbers !== undefined && isMostly(numbers.numbers, numbers)
}

function isMostlyDates({ dates }: ColumnTraits): boolean {
  return dates !== undefined && isMostly(dates.dates, dates)
}

function isMostly(
  right: number,
  { texts, placeholders }: { texts: { count: number }; placeholders: { count: number } },
): boolean {
  const all = right + texts.count + placeholders.count
  return texts.count <= all * textShare && placeholders.count <= all * placeholderShare
}

function fileDecimal({ traits }: FileScan): DecimalMark | undefined {
  const columns = traits.filter((column) => !column.isCode && isMostlyNumbers(column))
  return sharedMark(
    columns.map(({ numbers }) => numbers?.marks),
    pointOrComma,
  )
}

function fileDates({ traits }: FileScan): (typeof dayOrMonth)[number] | undefined {
  return sharedMark(
    traits.filter(isMostlyDates).map(({ dates }) => dates?.marks),
    dayOrMonth,
  )
}

const commaHeader =
  /preis|gewicht|menge|bestand|länge|breite|höhe|prix|poids|largeur|hauteur|précio|precio|peso|ancho|prezzo|larghezza|prijs|gewicht|pris\b|vikt|cena|waga|hinta|preço/i

function likelyDecimal({ read, headers }: FileScan): DecimalMark {
  return read.delimiter === ';' || headers.some((header) => commaHeader.test(header)) ? 'comma' : 'point'
}

function likelyDates(scan: FileScan): (typeof dayOrMonth)[number] {
  return likelyDecimal(scan) === 'comma' ? 'dmy' : 'mdy'
}
