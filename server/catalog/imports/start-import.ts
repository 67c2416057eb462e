import type { EntityType } from '#shared/entities.ts'
import { type ImportQuestion, type MissingReference, shapeNames } from '#shared/imports.ts'
import type { ImportCounts } from '#shared/jobs.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import { foldText } from '#shared/text.ts'
import { message, type Message, readSentence, type Sentence } from '#shared/messages/message.ts'
import { type Attribute, attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { Faults } from '../errors.ts'
import type { ColumnTraits } from './column-traits.ts'
import { type FileShape, shapeColumn } from './file-shape.ts'
import type { OtherKeys } from './fallback-match.ts'
import { checkCorrectedPlaces } from './profiles.ts'
import { completeRules } from './complete-rules.ts'
import type { GuessedType } from './guess-data-type.ts'
import type { FileReading, ImportRequest, ImportState } from './import-state.ts'
import { canBeKey } from './merge-keys.ts'
import { createAttributes } from './new-attributes.ts'
import { type ColumnPlan, type KnownAttribute, planColumns } from './plan-columns.ts'

export interface FileScan {
  readonly headers: readonly string[]
  readonly guesses: readonly GuessedType[]
  readonly traits: readonly ColumnTraits[]
  readonly filled: readonly number[]
  readonly samples: readonly (readonly string[])[]
  /** False where only the first rows were looked at. */
  readonly isWhole?: boolean
  /** Rows under the header, how many of them hold nothing, and how many are fit to be written. */
  readonly rows: number
  readonly blankRows: number
  readonly soundRows: number
  readonly read: FileReading
  readonly fileRows?: number
  readonly shape?: FileShape | undefined
}

export interface StartImport {
  readonly jobId: string
  readonly request: ImportRequest
  readonly scan: FileScan
  readonly warnings: readonly Sentence[]
  /** What its columns name and is not there. */
  readonly missing: readonly MissingReference[]
}

/**
 * Decides which column goes where, creates the missing attributes and stores the plan as the first checkpoint. Throws all
 * faults of the file's header together, before anything is written.
 */
export function startImport(
  tx: WritableDb,
  { jobId, request, scan, warnings, missing }: StartImport,
): ImportState {
  const faults = new Faults()
  const { plan, mergeKey, otherKeys } = planImport(tx, scan, request, faults)
  checkCorrectedPlaces(request.corrections, scan, faults)
  faults.throwIfAny()

  // A file without a usable row tells nothing of its columns.
  const created = scan.soundRows === 0 ? [] : createAttributes(tx, { jobId, scan, request, plan, mergeKey })
  const state: ImportState = {
    columns: plan.columns,
    merge_key: mergeKey,
    other_keys: otherKeys,
    pass: 1,
    done: 0,
    total: scan.rows,
    late: 0,
    lateBefore: 0,
    mayWait: true,
    result: { ...emptyResult, created_attributes: created },
    ignored_columns: plan.ignored,
    read: scan.read,
    warnings,
    missing,
  }
  saveJobProgress(tx, jobId, { current: 0, total: scan.rows, checkpoint: state })
  return state
}

export interface PlannedImport {
  readonly plan: ColumnPlan
  readonly mergeKey: string | undefined
  readonly otherKeys: OtherKeys | undefined
  /** What the file leaves open; each is among the faults too. */
  readonly questions: readonly ImportQuestion[]
}

/** Which column goes where, how its cells are written, and by what entities are found; notes all faults of the file as a whole. */
export function planImport(
  db: ReadableDb,
  scan: FileScan,
  request: Pick<
    ImportRequest,
    'type' | 'mapping' | 'merge_key' | 'create_missing_attributes' | 'decimal' | 'dates'
  >,
  faults: Faults,
): PlannedImport {
  checkHeaders(scan, faults)
  const attributes = attributesOf(db, request.type)
  const plan = planColumns(toColumnRequest(scan, request, attributes), faults)
  const asked = request.merge_key ?? ownKey(scan, plan)
  const mergeKey = findMergeKey(asked, plan, attributes, faults)
  const lacking = request.merge_key === undefined ? lackingKey(scan, plan, request) : undefined
  if (lacking !== undefined) faults.addSentence('create_missing_attributes', lacking)
  if (faults.isEmpty && plan.columns.length === 0) {
    faults.addSentence('file', message('import.no_column_matches'))
  }
  const { columns, questions } = completeRules({
    columns: plan.columns,
    scan,
    asked: request,
    attributes,
    mergeKey,
  })
  for (const question of questions) {
    faults.addSentence(
      question.setting,
      readSentence(question.sentence, question),
      question.readings.map(({ value }) => value),
    )
  }
  return { plan: { ...plan, columns }, mergeKey, otherKeys: findOtherKeys(scan, plan, mergeKey), questions }
}

/** The columns that attributes of a type take, where nobody has said anything of them. */
export function listMatched(db: ReadableDb, scan: FileScan, type: EntityType): string[] {
  const request = toColumnRequest(scan, { type, mapping: {} }, attributesOf(db, type))
  return planColumns(request, new Faults()).columns.map(({ header }) => header)
}

const emptyResult: ImportCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  created_attributes: [],
  errors: [],
  errors_truncated: false,
}

type PlanRequest = Parameters<typeof planImport>[2]

function toColumnRequest(
  { headers, traits, samples, filled, soundRows, isWhole = true, shape }: FileScan,
  request: PlanRequest,
  { list }: AttributeSet,
) {
  return {
    headers,
    traits,
    samples,
    type: request.type,
    ...(isWhole && soundRows > 0 && { filled }),
    attributes: list.map(toKnown),
    mapping: request.mapping,
    createMissing: request.create_missing_attributes ?? false,
    isById: request.merge_key === 'id',
    shape,
  }
}

function toKnown({ key, name, traits, dataType, isPrimary, options, extras }: Attribute): KnownAttribute {
  const { constraints } = extras
  const isGtin = constraints.kind === 'gtin' || constraints.check === 'gtin' || gtinKey.test(key)
  const content = isGtin ? 'gtin' : traits.media === 'image' ? 'image' : undefined
  return {
    key,
    name,
    writable: traits.writable,
    options,
    content,
    dataType,
    isPrimary,
    unit: unitOfConstraints(constraints),
    target: extras.reference?.type,
  }
}

const gtinKey = /(^|_)(gtin|ean|upc|barcode)($|_)/

function checkHeaders({ headers, filled }: FileScan, faults: Faults): void {
  for (const [index, header] of headers.entries())
    if (header === '' && filled[index]) faults.addSentence(`column ${index + 1}`, namelessSentence(index))
}

function namelessSentence(index: number): Message {
  return message('import.column_without_name', { number: index + 1 })
}

const noMergeColumn = message('import.merge_key_column_missing')

/** By what a shop tells its products apart, they are found; nobody has to say so. */
function ownKey({ shape }: FileScan, { columns }: ColumnPlan): string | undefined {
  return columns.find(({ header }) => header === shape?.mergeKey)?.key
}

/** Without an attribute for what tells a shop's products apart, variants would be lost, and all come twice the second time. */
function lackingKey(
  { shape, headers, filled }: FileScan,
  { columns }: ColumnPlan,
  { mapping }: PlanRequest,
): Message | undefined {
  if (shape === undefined || Object.hasOwn(mapping ?? {}, shape.mergeKey)) return undefined
  const { mergeKey: header, name } = shape
  if (!filled[headers.indexOf(header)] || columns.some((column) => column.header === header)) return undefined
  const shop = shapeNames[name]
  return message('import.identifying_column_unmapped', { shop, header })
}

/** By what the rows of a shop find what is called otherwise here; nothing where another key was chosen. */
function findOtherKeys(
  scan: FileScan,
  plan: ColumnPlan,
  mergeKey: string | undefined,
): OtherKeys | undefined {
  const { shape } = scan
  if (!shape || mergeKey === undefined || mergeKey !== ownKey(scan, plan)) return undefined
  const keyOf = (header: string | undefined) => plan.columns.find((column) => column.header === header)?.key
  const isTitle = (header: string) => shapeColumn(shape, header)?.isTitle ?? false
  const title = plan.columns.find(({ header }) => isTitle(header))?.key
  if (shape.sku === undefined && shape.channel === undefined) return undefined
  return { sku: keyOf(shape.sku), channel: shape.channel, title }
}

const noKey = message('import.merge_key_not_comparable')

/** The merge key may be given as an attribute key or as the name of a column. */
function findMergeKey(
  asked: string | undefined,
  { columns }: ColumnPlan,
  { byKey }: AttributeSet,
  faults: Faults,
): string | undefined {
  if (asked === undefined) return undefined
  const column =
    columns.find(({ key }) => key === asked) ??
    columns.find(({ header }) => foldText(header) === foldText(asked))
  if (!column) {
    if (!byKey.has(asked)) return faults.addUnknown('merge_key', 'not_a_defined_attribute', asked, byKey)
    const headers = columns.map(({ header }) => header)
    return faults.addSentence('merge_key', noMergeColumn, headers.slice(0, 50), asked)
  }
  const attribute = byKey.get(column.key)
  if (column.key === 'id') return 'id'
  if (attribute && !canBeKey(attribute)) return faults.addSentence('merge_key', noKey)
  return column.key
}
