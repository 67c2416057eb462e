import type { FileScan } from '../recognise/file-scan.ts'
import type { ImportRequest } from './import-state.ts'
import type { ColumnPlan, ImportColumn } from '../recognise/column-request.ts'
import { choosePrimary } from '../recognise/match-columns.ts'
import { shapeColumn } from '../recognise/match-shape.ts'
import type { WritableDb } from '../../../store/database/database.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import { defineAttribute } from '../../attributes/define-attribute.ts'
import { Faults } from '../../errors.ts'
import type { GuessedType, ColumnTraits, ListTraits } from '../recognise/column-scan.ts'
import { semanticTypeOf, storedTypeOf, type SemanticType, toWords } from '#shared/semantic-types.ts'
import { toReference } from '../recognise/column-rules.ts'
import { type DataType, dataTypeTraits, type Constraints } from '#shared/attributes.ts'
import { toPreparer } from '../recognise/cell-values.ts'
import type { ColumnRule, TypeProposal } from '#shared/imports.ts'
import { kinds } from '#shared/kinds.ts'
import { isCurrency, unitOf } from '../recognise/numbers.ts'
import { currencyIn, priceRole } from '../recognise/price-names.ts'
import { currencyNamed } from '#shared/currencies.ts'
import { findUnit } from '#shared/units.ts'
import { foldText } from '#shared/text.ts'

interface Creation {
  readonly jobId: string
  readonly scan: FileScan
  readonly request: ImportRequest
  readonly plan: ColumnPlan
  readonly mergeKey: string | undefined
}

export function createAttributes(
  tx: WritableDb,
  { jobId, scan, request, plan, mergeKey }: Creation,
): string[] {
  const isFilled = (column: ImportColumn) =>
    scan.soundRows > 0 && scan.filled[column.index] === scan.soundRows
  const hasPrimary = attributesOf(tx, request.type).primary !== undefined
  const { shape } = scan
  const about = { mergeKey, type: request.type }
  const titled = plan.columns.filter(({ header }) => shapeColumn(shape, header)?.isTitle)
  const primary = hasPrimary
    ? undefined
    : (choosePrimary(titled, isFilled, { ...about, mergeKey: titled[0]?.key }) ??
      choosePrimary(plan.columns, isFilled, about))
  const fresh = plan.columns.filter((column) => column.isNew)
  const meanings = storedMeanings(tx, request.type, fresh, shape)
  for (const column of fresh) {
    const { key, header } = column
    const isText = key === mergeKey || key === primary
    const { name = header } = shapeColumn(scan.shape, header) ?? {}
    const type = isText ? asText(scan.guesses[column.index]) : chooseType(column, scan)
    const body = {
      ...type,
      constraints: chooseConstraints(column.index, { dataType: type.data_type, rule: column.rule }, scan),
      key,
      name: name.slice(0, 200),
      semantic_type: meanings.get(key) ?? null,
      entity_type: request.type,
      is_primary: key === primary,
    }
    defineAttribute(tx, body, new Faults(), { ...request.context, job_id: jobId })
  }
  return fresh.map(({ key }) => key)
}

/** The semantic types of new columns of products; the first column with a meaning has it. */
function storedMeanings(
  tx: WritableDb,
  type: ImportRequest['type'],
  columns: readonly ImportColumn[],
  shape: FileScan['shape'],
): ReadonlyMap<string, SemanticType> {
  if (type !== 'product') return new Map()
  const taken = new Set(attributesOf(tx, type).list.map(({ extras }) => extras.semantic_type))
  const found = new Map<string, SemanticType>()
  for (const { key, header } of columns) {
    const meaning = storedTypeOf(shapeColumn(shape, header)?.name ?? header)
    if (meaning === undefined || taken.has(meaning)) continue
    taken.add(meaning)
    found.set(key, meaning)
  }
  return found
}

type SampledFile = Pick<FileScan, 'guesses' | 'traits' | 'headers' | 'samples' | 'shape'>

export function chooseType(
  { index, rule }: Pick<ImportColumn, 'index' | 'rule'>,
  scan: SampledFile,
): GuessedType & { reference?: { type: ImportRequest['type'] } } {
  const header = scan.headers[index] ?? ''
  const { isText } = shapeColumn(scan.shape, header) ?? {}
  const guess = isText ? asText(scan.guesses[index]) : byRole(semanticTypeOf(header), index, scan)
  if (!rule) return guess
  const traits = scan.traits[index]
  const type = rule.data_type ?? guess.data_type
  const known = shapeColumn(scan.shape, header)?.options
  const options = collectOptions(type, rule, { guess, traits, known })
  const reference = toReference(rule)
  return {
    data_type: type,
    ...(options !== undefined && { acceptable_values: options }),
    ...(reference && { reference }),
  }
}

const codes: readonly (SemanticType | undefined)[] = ['sku', 'gtin', 'mpn', 'handle', 'name']

/** Refines the type by the column name: codes stay texts, addresses of pictures are pictures. */
function byRole(
  role: SemanticType | undefined,
  index: number,
  { guesses, traits, samples }: SampledFile,
): GuessedType {
  const guess = guesses[index] ?? plainText
  if (codes.includes(role)) return asText(guess)
  if (role === 'image' && traits[index]?.isImage) return { data_type: 'image' }
  if (role !== 'description') return guess
  return samples[index]?.some((cell) => markup.test(cell))
    ? { data_type: 'rich_text_field' }
    : { data_type: 'multi_line_text_field' }
}

const markup = /<(p|br|ul|ol|li|div|span|strong|em|b|i|h[1-6]|table)\b[^>]*>/i

type Rule = NonNullable<ImportColumn['rule']>

interface ColumnEvidence {
  readonly guess: GuessedType
  readonly traits: ColumnTraits | undefined
  readonly known: readonly string[] | undefined
}

function listedIn(type: DataType, { separator }: Rule, traits: ColumnTraits | undefined) {
  return dataTypeTraits[type].hasTokens && separator !== undefined ? traits?.list?.options : undefined
}

function collectOptions(
  type: DataType,
  rule: Rule,
  { guess, traits, known }: ColumnEvidence,
): string | undefined {
  if (dataTypeTraits[type].options !== 'required') return undefined
  if (known) return known.join(', ')
  const { options = [], spellings = [] } = traits ?? {}
  const seen = options.length > 0 ? options : spellings.filter((cell) => !cell.includes(','))
  const values = listedIn(type, rule, traits) ?? guess.acceptable_values?.split(', ') ?? seen
  // Among spellings that differ in capitals the first is the option, and cells take it.
  const byFolded = new Map(
    values
      .map(toPreparer(rule))
      .toReversed()
      .map((value) => [foldText(value), value]),
  )
  return [...byFolded.values()].toReversed().join(', ')
}

const plainText: GuessedType = { data_type: 'single_line_text_field' }

function asText(guess: GuessedType | undefined): GuessedType {
  return guess?.data_type === 'multi_line_text_field' ? guess : plainText
}

type SampledColumns = Pick<FileScan, 'headers' | 'traits' | 'shape'>

interface NewAttribute {
  readonly dataType: DataType
  readonly rule: ColumnRule | undefined
}

/**
 * The constraints of a new attribute, where cells or header show them and no cell breaks them: money of a
 * currency, a measure, a number with another unit, GTINs, email addresses, times (KIND-01).
 */
export function chooseConstraints(
  index: number,
  { dataType, rule }: NewAttribute,
  { headers, traits, shape }: SampledColumns,
): Constraints {
  const header = headers[index] ?? ''
  if (dataTypeTraits[dataType].family !== 'number') return ofText(header, dataType, traits[index])
  const unit = shapeColumn(shape, header)?.unit ?? rule?.unit ?? unitIn(header, { headers, traits })
  return unit === undefined ? {} : ofUnit(unit)
}

/** The unit or currency that a header says or, of a price, a column of currencies. */
function unitIn(
  header: string,
  { headers, traits }: Pick<SampledColumns, 'headers' | 'traits'>,
): string | undefined {
  const own = unitOfHeader(header) ?? currencyIn(header)
  return own ?? (priceRole(header) === undefined ? undefined : currencyOfRows(headers, traits))
}

/** The currency of all prices, where another column says the same one in each row. */
function currencyOfRows(headers: readonly string[], traits: readonly ColumnTraits[]): string | undefined {
  const column = headers.findIndex((header) => semanticTypeOf(header) === 'currency')
  const [written, ...others] = traits[column]?.spellings ?? []
  if (written === undefined || others.length > 0) return undefined
  const code = unitOf(foldText(written))
  return code !== undefined && isCurrency(code) ? code : undefined
}

function ofText(header: string, dataType: DataType, traits: ColumnTraits | undefined): Constraints {
  const { kind: seen, currency, isGtin } = traits ?? {}
  const isNamedGtin = semanticTypeOf(header) === 'gtin'
  // In a column that is named so, few GTINs are enough.
  const kind = isGtin && isNamedGtin ? 'gtin' : seen
  if (kind === undefined || kinds[kind].base !== dataType) return {}
  // A column named as an internal code is one, even if all codes so far are GTINs.
  if (kind === 'gtin' && !isNamedGtin) return {}
  return currency === undefined ? { kind } : { kind, currency }
}

function ofUnit(unit: string): Constraints {
  const currency = isCurrency(unit) ? unit : currencyNamed(unit)
  if (currency !== undefined) return { kind: 'money', currency }
  const known = findUnit(unit)
  return known ? { kind: 'measure', unit: known.symbol } : { unit }
}

const bracketed = /[([]([^()[\]]+)[)\]]\s*$/

function unitOfHeader(header: string): string | undefined {
  const inBrackets = bracketed.exec(header)?.[1]
  if (inBrackets !== undefined) return unitOf(foldText(inBrackets.trim()))
  const { unit } = toWords(header)
  return unit !== undefined && unit.length > 1 ? unitOf(unit) : undefined
}

// Values that recur less often are no options.
const fewestPerOption = 3
const fewestCells = 10
const fewestLists = 3
const fewestListShare = 0.2
const fewestPerSureOption = 5
const fewestSureCells = 20

/**
 * Types that a new attribute may have instead of text, by its recurring cells: a list of options, or one
 * option.
 */
export function proposeTypes(
  header: string,
  filled: number,
  traits: ColumnTraits | undefined,
): TypeProposal[] {
  if (!traits || filled < fewestCells || isApart(header, traits)) return []
  const { options } = traits
  const list = isOften(traits.list, filled) ? traits.list : undefined
  const proposals: TypeProposal[] = []
  if (list && recurs(list, fewestPerOption))
    proposals.push({
      data_type: 'multi_select_list',
      separator: list.separator,
      cells: list.cells,
      options: list.options.length,
    })
  if (!list && options.length > 1 && filled >= options.length * fewestPerOption)
    proposals.push({ data_type: 'single_select_list', cells: filled, options: options.length })
  return proposals
}

export function sureList(header: string, filled: number, traits: ColumnTraits): ListTraits | undefined {
  const { list } = traits
  if (!list || filled < fewestSureCells || isApart(header, traits)) return undefined
  return list.cells * 2 >= filled && recurs(list, fewestPerSureOption) ? list : undefined
}

function isOften(list: ListTraits | undefined, filled: number): boolean {
  return list !== undefined && list.cells >= fewestLists && list.cells >= filled * fewestListShare
}

function recurs({ options, members }: ListTraits, perOption: number): boolean {
  return options.length > 1 && members >= options.length * perOption
}

function isApart(header: string, { isCode, isFlag, isBinary }: ColumnTraits): boolean {
  const role = semanticTypeOf(header)
  return isCode || isFlag || isBinary || (role !== undefined && apart.has(role))
}

const apart: ReadonlySet<string> = new Set([
  'name',
  'sku',
  'gtin',
  'mpn',
  'handle',
  'description',
  'short_description',
  'meta_title',
  'meta_description',
  'image',
  'gallery',
  'url',
  'parent',
  'category',
])
