import { type DataType, dataTypeTraits } from '#shared/attributes.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { defineAttribute } from '../attributes/define-attribute.ts'
import { Faults } from '../errors.ts'
import { chooseConstraints } from './choose-kind.ts'
import { toReference } from './column-rules.ts'
import type { ColumnTraits } from './column-traits.ts'
import { shapeColumn } from './file-shape.ts'
import { type ColumnRole, roleOf } from './column-words.ts'
import type { GuessedType } from './guess-data-type.ts'
import type { ImportRequest } from './import-state.ts'
import { choosePrimary, type ColumnPlan, type ImportColumn } from './plan-columns.ts'
import { toPreparer } from './read-cell.ts'
import type { FileScan } from './start-import.ts'

interface Creation {
  readonly jobId: string
  readonly scan: FileScan
  readonly request: ImportRequest
  readonly plan: ColumnPlan
  readonly mergeKey: string | undefined
}

/** Defines the attributes that a plan has new columns for; gives their keys. */
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
      entity_type: request.type,
      is_primary: key === primary,
    }
    defineAttribute(tx, body, new Faults(), { ...request.context, job_id: jobId })
  }
  return fresh.map(({ key }) => key)
}

type SampledFile = Pick<FileScan, 'guesses' | 'traits' | 'headers' | 'samples' | 'shape'>

/** The data type of a new attribute: as the rule says, else as the cells and the name of the column look. */
export function chooseType(
  { index, rule }: Pick<ImportColumn, 'index' | 'rule'>,
  scan: SampledFile,
): GuessedType & { reference?: { type: ImportRequest['type'] } } {
  const header = scan.headers[index] ?? ''
  const guess = byRole(roleOf(header), index, scan)
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

const codes: readonly (ColumnRole | undefined)[] = ['sku', 'gtin', 'mpn', 'handle', 'name']

/** What the name of a column adds to the look of its cells: codes stay texts, addresses of pictures are pictures. */
function byRole(
  role: ColumnRole | undefined,
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

/** What the file tells of the options of a column; the shop whose it is may know all of them. */
interface ColumnEvidence {
  readonly guess: GuessedType
  readonly traits: ColumnTraits | undefined
  readonly known: readonly string[] | undefined
}

function listedIn(type: DataType, { separator }: Rule, traits: ColumnTraits | undefined) {
  return dataTypeTraits[type].hasTokens && separator !== undefined ? traits?.list?.options : undefined
}

/** The options of a select: the values of the column, as the rule writes them. */
function collectOptions(
  type: DataType,
  rule: Rule,
  { guess, traits, known }: ColumnEvidence,
): string | undefined {
  if (dataTypeTraits[type].options !== 'required') return undefined
  if (known) return known.join(', ')
  const values = listedIn(type, rule, traits) ?? guess.acceptable_values?.split(', ') ?? traits?.options ?? []
  return [...new Set(values.map(toPreparer(rule)))].join(', ')
}

const plainText: GuessedType = { data_type: 'single_line_text_field' }

function asText(guess: GuessedType | undefined): GuessedType {
  return guess?.data_type === 'multi_line_text_field' ? guess : plainText
}
