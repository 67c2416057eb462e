import type { FileScan } from '../recognise/file-scan.ts'
import type { ImportRequest } from './import-state.ts'
import type { ImportContext } from './match-with-catalog.ts'
import type {
  RememberedSettings,
  ImportPreview,
  MergeKeyProposal,
  ColumnRule,
  Misfit,
  MisfitKind,
  PreviewColumn,
  MatchConfidence,
  Creation,
} from '#shared/imports.ts'
import { creationsByMeaning } from '../recognise/column-meaning.ts'
import { toAttributeKey } from '../../attributes/key-of-name.ts'
import { type SampledCells, measureKeys, warnDuplicateKeys } from '../recognise/identity.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { attributesOf, type Attribute } from '../../../store/tables/attributes.ts'
import { type ColumnContent, describeMeaning, type SentPictures } from './describe-meaning.ts'
import { findMissing } from './missing-references.ts'
import { noteReview, type UpdateReview } from './review-update.ts'
import { Faults } from '../../errors.ts'
import type { EntityType } from '#shared/entities.ts'
import { asMessage, type Message, textOf, referenceOf, readSentence } from '#shared/messages/message.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ImportColumn, MappingReason } from '../recognise/column-request.ts'
import type { ColumnTraits } from '../recognise/column-scan.ts'
import { type DataType, dataTypeTraits } from '#shared/attributes.ts'
import { ruledReader, usualRemedies, takeNumber, Unreadable } from '../recognise/cell-values.ts'
import type { CountedCells } from '../recognise/numbers.ts'
import { proposeTypes, chooseType, chooseConstraints } from './new-attributes.ts'
import { splitList } from '#shared/text.ts'
import { isParentName } from '../recognise/parent-columns.ts'

export interface SampledImport {
  readonly scan: FileScan
  readonly request: Omit<ImportRequest, 'file' | 'context'>
  readonly sheets: string[]
  readonly isWhole: boolean
  readonly first: string[][]
  readonly around: Omit<ImportContext, 'remembered'>
  readonly remembered: RememberedSettings | undefined
  readonly sampled: SampledCells
  readonly mergeKeys: MergeKeyProposal[]
  readonly review: UpdateReview
  readonly pictures: SentPictures | undefined
  /** That the very same file was imported before, if so. */
  readonly same: readonly Message[]
}

/**
 * Describes what an import would do with each column of the file; mismatches between file and settings are
 * problems of the answer.
 */
export function describeImport(
  db: ReadableDb,
  {
    scan,
    request,
    sheets,
    isWhole,
    first,
    around,
    remembered,
    sampled,
    mergeKeys,
    review,
    pictures,
    same,
  }: SampledImport,
): ImportPreview {
  const { plan, mergeKey, questions } = around.planned
  const duplicates = mergeKey === undefined ? warnDuplicateKeys(mergeKeys, sampled.rows) : []
  const warnings = [...same, ...around.spellings, ...duplicates, ...review.warnings]
  const faults = new Faults(around.problems)
  noteReview(review, faults)
  return {
    ...scan.read,
    shape: scan.read.shape ?? null,
    creations: [
      ...new Set([...(scan.shape?.creations ?? creationsByMeaning(plan.columns)), ...withPictures(scan)]),
    ],
    sheets,
    first_rows: first,
    rows: scan.rows - scan.blankRows,
    is_whole: isWhole,
    merge_key: mergeKey ?? suggestKey(mergeKeys),
    merge_keys: mergeKeys,
    remembered: remembered ?? null,
    missing_references: findMissing(db, around.naming, sampled.cells),
    warnings: warnings.map(textOf),
    warning_messages: warnings,
    columns: describeColumns(db, { scan, request, around, sampled, pictures }),
    questions: [...questions, ...review.questions],
    problems: faults.list.map(toProblem),
  }
}

function describeColumns(
  db: ReadableDb,
  {
    scan,
    request,
    around,
    sampled,
    pictures,
  }: Pick<SampledImport, 'scan' | 'request' | 'around' | 'sampled' | 'pictures'>,
): PreviewColumn[] {
  const { byKey } = attributesOf(db, request.type)
  const planned = new Map(around.planned.plan.columns.map((column) => [column.index, column]))
  return scan.headers.map((header, index) => {
    const column = planned.get(index)
    const attribute = column && byKey.get(column.key)
    const described = describeColumn(scan, { header, index, column, attribute })
    const target = attribute?.extras.reference?.type ?? described.rule.reference_type
    return withMeaning(db, { column: described, target, cells: sampled.cells.get(index), pictures })
  })
}

function withMeaning(db: ReadableDb, content: ColumnContent): PreviewColumn {
  const meaning = describeMeaning(db, content)
  return { ...content.column, ...(meaning && { meaning: asMessage(meaning) }) }
}

/** The columns by which rows may find what is there, measured by their cells. */
export function measureCandidates(
  db: ReadableDb,
  { candidates, planned: { mergeKey, otherKeys: others } }: SampledImport['around'],
  { type, sampled }: { readonly type: EntityType; readonly sampled: SampledCells },
): MergeKeyProposal[] {
  const shopKey = mergeKey !== undefined && others ? { mergeKey, others } : undefined
  return measureKeys(db, { type, candidates, shopKey }, sampled)
}

export function toProblem(fault: FieldError): ImportPreview['problems'][number] {
  const { field, issue, message } = fault
  return { field, issue, ...(message === undefined && referenceOf(readSentence(issue, fault))) }
}

/** Names match existing entities too, but codes are preferred: two entities may have the same name. */
export function suggestKey(keys: readonly MergeKeyProposal[]): string | null {
  const best = keys.find(({ is_sure: isSure }) => isSure) ?? keys.find(({ unique }) => unique)
  return best?.key ?? null
}

interface Place {
  readonly header: string
  readonly index: number
  readonly column: ImportColumn | undefined
  readonly attribute: Attribute | undefined
}

const maxSamples = 5

function describeMisfits(traits: ColumnTraits | undefined, rule: ColumnRule, type: DataType): Misfit[] {
  const { family } = dataTypeTraits[type]
  const found = family === 'number' ? ofNumbers(traits, rule) : family === 'date' ? ofDates(traits) : []
  const read = ruledReader(rule, type, 'ignore')
  return found
    .filter(({ count }) => count > 0)
    .map(({ kind, count, cells }) => ({
      kind,
      count,
      remedy: rule.remedies?.[kind] ?? usualRemedies[kind],
      samples: cells.slice(0, maxSamples).map((one) => ({ ...one, value: shown(read(one.cell, false)) })),
    }))
}

interface MisfitCells extends CountedCells {
  readonly kind: MisfitKind
}

function ofNumbers(traits: ColumnTraits | undefined, rule: ColumnRule): MisfitCells[] {
  const { numbers } = traits ?? {}
  if (!numbers) return []
  const units = Object.values(numbers.units).map((cells): MisfitCells => {
    const misfit = takeNumber(cells.cells[0]?.cell ?? '', rule).misfit
    return { kind: misfit === 'unit' ? 'unit' : 'other_unit', ...cells }
  })
  return [
    { kind: 'qualified', ...numbers.qualified },
    ...units,
    { kind: 'placeholder', ...numbers.placeholders },
    { kind: 'text', ...numbers.texts },
  ]
}

function ofDates(traits: ColumnTraits | undefined): MisfitCells[] {
  const { dates } = traits ?? {}
  if (!dates) return []
  return [
    { kind: 'placeholder', ...dates.placeholders },
    { kind: 'text', ...dates.texts },
  ]
}

function shown(value: unknown): unknown {
  return value instanceof Unreadable ? null : (value ?? null)
}

function describeColumn(
  scan: FileScan,
  { header, index, column, attribute }: Place,
): Omit<PreviewColumn, 'meaning'> {
  const rule = column ? proposeRule(scan, column, attribute) : leftOutRule(header)
  const { type, options, constraints } = attribute
    ? { type: attribute.dataType, options: [...attribute.options], constraints: attribute.extras.constraints }
    : newAttribute(scan, index, rule)
  const filled = scan.filled[index] ?? 0
  return {
    index,
    header,
    filled,
    data_type: type,
    acceptable_values: options,
    constraints,
    rule,
    new_key: toAttributeKey(header),
    ...describeReason(column?.reason ?? (rule.key === null ? 'none' : 'name'), { header, attribute, filled }),
    proposals: isNewAttribute(rule, attribute) ? proposeTypes(header, filled, scan.traits[index]) : [],
    ...describePictures(scan.traits[index], { rule, type, attribute }),
    ...describeSamples(scan, { index, rule, type }),
    misfits: rule.key === null ? [] : describeMisfits(scan.traits[index], rule, type),
  }
}

/** The cells as the file has them, what the steps of the column do to them, and what is written. */
function describeSamples(
  { steps, samples: plain }: FileScan,
  { index, rule, type }: { readonly index: number; readonly rule: ColumnRule; readonly type: DataType },
): Pick<PreviewColumn, 'samples' | 'steps' | 'converted'> {
  const { cells, changes } = steps?.get(index) ?? {}
  const read = cells ?? (plain[index] ?? []).map((cell) => ({ cell, after: cell }))
  return {
    samples: read.map(({ cell }) => cell),
    ...(changes && { steps: changes.map((list) => [...list]) }),
    converted: read.map(({ after }) => (typeof after === 'string' ? convertSample(after, rule, type) : null)),
  }
}

function isNewAttribute({ key }: ColumnRule, attribute: Attribute | undefined): boolean {
  return key !== null && attribute === undefined
}

/** Whoever sends pictures wants images of them. */
function withPictures({ pictureColumns = [] }: FileScan): readonly Creation[] {
  return pictureColumns.length > 0 ? ['create_missing_images'] : []
}

interface ColumnTarget {
  readonly rule: ColumnRule
  readonly type: DataType
  readonly attribute: Attribute | undefined
}

function describePictures(
  traits: ColumnTraits | undefined,
  { rule, type, attribute }: ColumnTarget,
): Pick<PreviewColumn, 'names_pictures' | 'names_picture_files'> {
  if (rule.key === null) return { names_pictures: false }
  const target = attribute?.extras.reference?.type ?? rule.reference_type
  const names_pictures = type === 'image' || target === 'image'
  return { names_pictures, ...(traits?.pictureFiles && { names_picture_files: true }) }
}

function newAttribute(scan: FileScan, index: number, rule: ColumnRule) {
  const { data_type: type, acceptable_values: options } = chooseType({ index, rule }, scan)
  const constraints = chooseConstraints(index, { dataType: type, rule }, scan)
  return { type, options: splitList(options ?? ''), constraints }
}

/** A column that looks like the parent is proposed as such; only an explicit mapping uses it. */
function leftOutRule(header: string): ColumnRule {
  return { key: isParentName(header) ? 'parent_id' : null }
}

function proposeRule(scan: FileScan, column: ImportColumn, attribute: Attribute | undefined): ColumnRule {
  const { index, key, rule, isNew, header } = column
  if (rule) return rule
  if (isNew && isParentName(header)) return { key: 'parent_id' }
  const separator = attribute && proposeSeparator(attribute.dataType, scan.samples[index] ?? [])
  return { key, ...(separator !== undefined && { separator }) }
}

function proposeSeparator(type: DataType, samples: readonly string[]): string | undefined {
  const { hasTokens, shape } = dataTypeTraits[type]
  if (!hasTokens && shape !== 'reference_list') return undefined
  if (samples.some((sample) => sample.includes(','))) return undefined
  const marks = samples.some((sample) => sample.includes('://')) ? [';', '|'] : [';', '|', '/']
  return marks.find((mark) => samples.some((sample) => sample.includes(mark)))
}

function convertSample(sample: string, rule: ColumnRule, type: DataType): unknown {
  if (rule.key === null) return null
  const value = ruledReader(rule, type, 'ignore')(sample, false)
  return value instanceof Unreadable || value === undefined ? null : value
}

interface ReasonText {
  readonly reason: MappingReason
  readonly because: string
  readonly confidence: MatchConfidence
}

interface ColumnMatch {
  readonly header: string
  readonly attribute: Attribute | undefined
  readonly filled: number
}

function describeReason(reason: MappingReason, { header, attribute, filled }: ColumnMatch): ReasonText {
  const name = attribute?.name ?? header
  const reasons: Record<MappingReason, readonly [string, MatchConfidence]> = {
    mapping: ['Chosen by hand or by saved settings.', 'certain'],
    shape: ['Usual in files of this shop.', 'certain'],
    name: ['The column has the name of the attribute.', 'certain'],
    synonym: [`“${header}” is another word for ${name}.`, 'likely'],
    content: [`The cells look like values of ${name}.`, 'possible'],
    new: ['No attribute is called so, and the cells look like those of none: a new one is made.', 'likely'],
    none: [filled === 0 ? 'The column is empty.' : 'No attribute takes this column.', 'certain'],
  }
  const [because, confidence] = reasons[reason]
  return { reason, because, confidence }
}
