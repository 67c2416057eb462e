import type { ImportResult } from '#shared/jobs.ts'
import { foldText } from '#shared/text.ts'
import { attributesOf, type AttributeSet, ensureValueIndex } from '../../store/attributes.ts'
import type { WritableDb } from '../../store/database.ts'
import { getJobInput, saveJobProgress } from '../../store/jobs.ts'
import { defineAttribute } from '../attributes/define-attribute.ts'
import { Faults } from '../errors.ts'
import type { GuessedType } from './guess-data-type.ts'
import type { ImportRequest, ImportState } from './import-state.ts'
import { choosePrimary, type ColumnPlan, type ImportColumn, planColumns } from './plan-columns.ts'

/** What a look at the whole file has told. */
export interface FileScan {
  readonly headers: readonly string[]
  readonly guesses: readonly GuessedType[]
  /** Per column the number of cells that hold something. */
  readonly filled: readonly number[]
  /** Rows under the header, and how many of them are fit to be written. */
  readonly rows: number
  readonly soundRows: number
  readonly encoding: string
  readonly delimiter: string
}

/**
 * Decides which column goes where, creates the missing attributes and stores the plan as the first checkpoint. Throws all
 * faults of the file's header together, before anything is written.
 */
export function startImport(tx: WritableDb, { jobId, scan }: { jobId: string; scan: FileScan }): ImportState {
  const request = getJobInput(tx, jobId) as ImportRequest
  const faults = new Faults()
  checkHeaders(scan, request, faults)
  const attributes = attributesOf(tx, request.type)
  const plan = planColumns(toColumnRequest(scan, request, attributes), faults)
  const mergeKey = findMergeKey(request, plan, attributes, faults)
  if (faults.isEmpty && plan.columns.length === 0) {
    faults.addSentence('file', 'No column of the file matches an attribute, and none may be created.')
  }
  faults.settle()

  // A file without a usable row tells nothing of its columns.
  const created = scan.soundRows === 0 ? [] : createAttributes(tx, { jobId, scan, request, plan, mergeKey })
  const attribute = mergeKey === undefined ? undefined : attributesOf(tx, request.type).byKey.get(mergeKey)
  if (attribute) ensureValueIndex(tx, attribute.id)
  const state: ImportState = {
    columns: plan.columns,
    merge_key: mergeKey,
    done: 0,
    total: scan.rows,
    result: { ...emptyResult, created_attributes: created },
    ignored_columns: plan.ignored,
    format: { encoding: scan.encoding, delimiter: scan.delimiter },
  }
  saveJobProgress(tx, jobId, { current: 0, total: scan.rows, checkpoint: state })
  return state
}

const emptyResult: ImportResult = {
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  created_attributes: [],
  errors: [],
  errors_truncated: false,
}

function toColumnRequest({ headers }: FileScan, request: ImportRequest, { list }: AttributeSet) {
  const attributes = list.map(({ key, name, traits }) => ({ key, name, writable: traits.writable }))
  return { headers, attributes, mapping: request.mapping, createMissing: request.create_missing_attributes }
}

function checkHeaders({ headers, filled }: FileScan, { mapping }: ImportRequest, faults: Faults): void {
  const places = new Map<string, number>()
  for (const [index, header] of headers.entries()) {
    const first = places.get(header)
    if (header === '') {
      if (filled[index])
        faults.addSentence(`column ${index + 1}`, 'The column holds values but has no name in the header.')
    } else if (first === undefined) places.set(header, index)
    else if (mapping[header] !== null) {
      const sentence = `Columns ${first + 1} and ${index + 1} are both named "${header}". Rename one of them.`
      faults.addSentence(header, sentence)
    }
  }
}

/** The merge key may be given as an attribute key or as the name of a column. */
function findMergeKey(
  { merge_key: asked }: ImportRequest,
  { columns }: ColumnPlan,
  { byKey }: AttributeSet,
  faults: Faults,
): string | undefined {
  if (asked === undefined) return undefined
  const column =
    columns.find(({ key }) => key === asked) ??
    columns.find(({ header }) => foldText(header) === foldText(asked))
  if (!column) {
    const issue = byKey.has(asked) ? 'The file has no column for the merge key.' : 'not_a_defined_attribute'
    return faults.addSentence('merge_key', issue)
  }
  const attribute = byKey.get(column.key)
  if (attribute && attribute.traits.family !== 'text') return faults.add('merge_key', 'not_a_text_attribute')
  return column.key
}

interface Creation {
  readonly jobId: string
  readonly scan: FileScan
  readonly request: ImportRequest
  readonly plan: ColumnPlan
  readonly mergeKey: string | undefined
}

function createAttributes(tx: WritableDb, { jobId, scan, request, plan, mergeKey }: Creation): string[] {
  const isFilled = (column: ImportColumn) =>
    scan.soundRows > 0 && scan.filled[column.index] === scan.soundRows
  const hasPrimary = attributesOf(tx, request.type).primary !== undefined
  const primary = hasPrimary ? undefined : choosePrimary(plan.columns, isFilled, mergeKey)
  const fresh = plan.columns.filter((column) => column.isNew)
  for (const { index, header, key } of fresh) {
    const isText = key === mergeKey || key === primary
    const guess = isText ? asText(scan.guesses[index]) : (scan.guesses[index] ?? plainText)
    const body = {
      ...guess,
      key,
      name: header.slice(0, 200),
      entity_type: request.type,
      is_primary: key === primary,
    }
    defineAttribute(tx, body, new Faults(), { ...request.context, job_id: jobId })
  }
  return fresh.map(({ key }) => key)
}

const plainText: GuessedType = { data_type: 'single_line_text_field' }

function asText(guess: GuessedType | undefined): GuessedType {
  return guess?.data_type === 'multi_line_text_field' ? guess : plainText
}
