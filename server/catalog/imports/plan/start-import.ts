import type { ImportRequest, ImportState } from './import-state.ts'
import type { FileScan } from '../recognise/file-scan.ts'
import { channelTraits, builtInChannel } from '#shared/channels.ts'
import { customTemplates, type CustomTemplateKey } from '#shared/custom-channels.ts'
import {
  type Message,
  type Sentence,
  message,
  readSentence,
  referenceOf,
  textOf,
} from '#shared/messages/message.ts'
import type { MissingReference, ImportQuestion } from '#shared/imports.ts'
import { viewFor } from '../../../store/computed/hidden-attributes.ts'
import type { WritableDb, ReadableDb } from '../../../store/database/database.ts'
import { Faults } from '../../errors.ts'
import { checkCorrectedPlaces } from './profiles.ts'
import { createAttributes } from './new-attributes.ts'
import { saveJobProgress } from '../../../store/tables/jobs.ts'
import { type ColumnPlan, type PlanRequest, toColumnRequest } from '../recognise/column-request.ts'
import { planColumns } from '../recognise/match-columns.ts'
import { type OtherKeys, ownKey, findMergeKey, lackingKey, findOtherKeys } from '../recognise/identity.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import { learnChannel } from '../../channels/learned-fields.ts'
import type { UpdateReview } from './review-update.ts'
import { completeRules } from './column-rules.ts'
import type { ImportCounts } from '#shared/jobs.ts'

export interface StartImport {
  readonly jobId: string
  readonly request: ImportRequest
  readonly scan: FileScan
  readonly warnings: readonly Sentence[]
  readonly missing: readonly MissingReference[]
  readonly review: Pick<UpdateReview, 'renumbered' | 'filled'>
}

/**
 * Maps the columns, creates the missing attributes and stores the plan as the first checkpoint. Throws all
 * faults of the file's header together, before anything is written.
 */
export function startImport(
  tx: WritableDb,
  { jobId, request, scan, warnings, missing, review }: StartImport,
): ImportState {
  const faults = new Faults()
  const { plan, mergeKey, otherKeys } = planImport(viewFor(tx, request.context.role), scan, request, faults)
  checkCorrectedPlaces(request.corrections, scan, faults)
  faults.throwIfAny()

  // The columns of a file without a usable row show no types.
  const created = scan.soundRows === 0 ? [] : createAttributes(tx, { jobId, scan, request, plan, mergeKey })
  const notes = [...(scan.read.notes ?? []), ...learnColumns(tx, { jobId, scan, plan, type: request.type })]
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
    ...(scan.shape?.updatesOnly && mergeKey !== undefined && { updates_only: true }),
    result: { ...emptyResult, created_attributes: created },
    ignored_columns: plan.ignored,
    read: { ...scan.read, ...(notes.length > 0 && { notes }) },
    warnings,
    missing,
    ...(mergeKey === undefined || mergeKey === 'id' ? { headers: keyHeaders(scan) } : {}),
    renumbered: review.renumbered,
    filled: review.filled,
  }
  saveJobProgress(tx, jobId, { current: 0, total: scan.rows, checkpoint: state })
  return state
}

/** A column made of the titles of sections is only there in a new catalog, and tells no row from another. */
function keyHeaders({ headers, sectionColumn }: FileScan): readonly string[] {
  return headers.map((header, index) => (index === sectionColumn ? '' : header))
}

interface LearnColumns {
  readonly jobId: string
  readonly scan: FileScan
  readonly plan: ColumnPlan
  readonly type: ImportRequest['type']
}

/** Says how the shop gets back what was changed, where nobody has set up its channel. */
function learnColumns(tx: WritableDb, { jobId, scan, plan, type }: LearnColumns): Message[] {
  const { channel: own, fields = {}, categories = [], features = {} } = scan.shape ?? {}
  const channel = scan.shape?.learner ?? own
  if (channel === undefined || type !== 'product') return []
  const keyOf = new Map(plan.columns.map(({ header, key }) => [header, key]))
  const keys = Object.entries(fields).map(([header, target]) => [target, keyOf.get(header) ?? null])
  const listed = Object.entries(features).flatMap(([header, flags]) => {
    const key = keyOf.get(header)
    return key === undefined ? [] : [{ key, ...flags }]
  })
  const columns = { fields: Object.fromEntries(keys), categories, features: listed }
  return learnChannel(tx, channel, columns, jobId) ? [proposeChannel(channel)] : []
}

function proposeChannel(channel: string): Message {
  const given = builtInChannel(channel)
  if (given) return message('import.channel_learned', { name: channelTraits[given].name })
  const { name } = customTemplates[channel as CustomTemplateKey]
  return message('import.template_learned', { name })
}

export interface PlannedImport {
  readonly plan: ColumnPlan
  readonly mergeKey: string | undefined
  readonly otherKeys: OtherKeys | undefined
  readonly questions: readonly ImportQuestion[]
}

/**
 * Plans the mapping of columns, the notation of cells and the merge keys; notes all faults of the whole
 * file.
 */
export function planImport(
  db: ReadableDb,
  scan: FileScan,
  request: PlanRequest,
  faults: Faults,
): PlannedImport {
  const attributes = attributesOf(db, request.type)
  const plan = planColumns(toColumnRequest(scan, request, attributes), faults)
  const asked = request.merge_key ?? ownKey(scan, plan)
  const mergeKey = findMergeKey(asked, plan, attributes, faults)
  const lacking = request.merge_key === undefined ? lackingKey(scan, plan, request) : undefined
  if (lacking !== undefined) faults.addSentence('create_missing_attributes', lacking)
  if (faults.isEmpty && plan.columns.length === 0) {
    faults.addSentence('file', message('import.no_column_matches'))
  }
  const { columns, questions: ofCells } = completeRules({
    columns: plan.columns,
    scan,
    asked: request,
    attributes,
    mergeKey,
  })
  const questions = [...encodingQuestions(scan), ...ofCells]
  noteQuestions(questions, faults)
  return { plan: { ...plan, columns }, mergeKey, otherKeys: findOtherKeys(scan, plan, mergeKey), questions }
}

/** The encoding is asked where the content leaves it open: letters would be others. */
function encodingQuestions({ doubt = [] }: FileScan): ImportQuestion[] {
  const [first, second] = doubt
  if (!first || !second) return []
  const words = { one: first.word, as: first.encoding, other: second.word, as_other: second.encoding }
  const sentence = message('import.encoding_unsure', words)
  const readings = doubt.map(({ encoding }) => ({ value: encoding, samples: [] }))
  return [{ setting: 'encoding', sentence: textOf(sentence), ...referenceOf(sentence), readings }]
}

/** A question without an answer is a fault of the setting that answers it. */
export function noteQuestions(questions: readonly ImportQuestion[], faults: Faults): void {
  for (const question of questions) {
    faults.addSentence(
      question.setting,
      readSentence(question.sentence, question),
      question.readings.map(({ value }) => value),
    )
  }
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
