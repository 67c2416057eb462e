import { tableOf } from '#shared/text.ts'
import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  type ColumnMapping,
  type Creation,
  creations,
  dateOrders,
  decimalMarks,
  emptyCellModes,
  misfitModes,
  pictureModes,
  importedRowsModes,
  mergedRowsModes,
  priceChangesModes,
  renamedModes,
  renumberedModes,
  fileFormats,
  shapeChoices,
  quoteModes,
  textEncodings,
} from '#shared/imports.ts'
import { languagePattern } from '#shared/schemas/file-reading.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { Faults } from '../errors.ts'
import { checkMapping } from '../imports/recognise/column-rules.ts'
import type { ImportRequest, ImportState } from '../imports/plan/import-state.ts'
import { checkCorrections, findImportProfile, importProfileNames } from '../imports/plan/profiles.ts'
import { canBeKey } from '../imports/recognise/identity.ts'
import type { FetchPictures } from '../imports/write/fetch-pictures.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { enqueueJob } from './queue.ts'
import type { ImportResult } from '#shared/jobs.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { findJob, insertJob, saveJobProgress } from '../../store/tables/jobs.ts'
import { countWanted, handOverWanted } from '../../store/tables/pictures.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { sourceJobName } from '#shared/sources.ts'
import { checkSource, type NewSource } from '../sources/check-source.ts'

export interface ImportFields {
  readonly type?: string | undefined
  readonly format?: string | undefined
  readonly delimiter?: string | undefined
  readonly quote?: string | undefined
  readonly encoding?: string | undefined
  readonly sheet?: string | undefined
  readonly language?: string | undefined
  readonly header_row?: number | undefined
  readonly shape?: string | undefined
  readonly merge_key?: string | undefined
  readonly mapping?: ColumnMapping | undefined
  readonly create_missing_attributes?: boolean | undefined
  readonly create_missing_options?: boolean | undefined
  readonly create_missing_vendors?: boolean | undefined
  readonly create_missing_categories?: boolean | undefined
  readonly create_missing_images?: boolean | undefined
  readonly empty_cells?: string | undefined
  readonly misfits?: string | undefined
  readonly pictures?: string | undefined
  readonly decimal?: string | undefined
  readonly dates?: string | undefined
  readonly renumbered?: string | undefined
  readonly renamed?: string | undefined
  readonly imported_rows?: string | undefined
  readonly merged_rows?: string | undefined
  readonly price_share?: number | undefined
  readonly price_changes?: string | undefined
  readonly corrections?: unknown
  readonly dry_run?: boolean | undefined
  readonly profile?: string | undefined
}

export interface EnqueueImport {
  readonly id: string
  readonly fileName: string
  readonly fields: ImportFields
  readonly faults: readonly FieldError[]
  readonly hasImagesFolder?: boolean | undefined
  readonly context: ImportRequest['context']
}

/** Queues the import of an uploaded file: 202 with the job. Faults inside the file end the job as failed. */
export function enqueueImport(tx: WritableDb, request: EnqueueImport): Answer {
  const { id, fileName, fields, context, hasImagesFolder } = request
  const faults = new Faults(request.faults)
  const settings = readImportFields(viewFor(tx, context.role), fields, faults)
  faults.throwIfAny()
  const input: ImportRequest = {
    ...settings,
    ...(isBound(context) && onlySaid(settings)),
    ...(hasImagesFolder && { has_images_folder: true }),
    context: { ...context, via: 'import' },
  }
  const { type, dry_run } = input
  const metadata = { workflow: 'import', via: context.via, file: fileName, type, dry_run }
  return enqueueJob(tx, { uuid: id, name: 'import', input, metadata })
}

function isBound({ actor }: ImportRequest['context']): boolean {
  return actor.type === 'api_key' || actor.type === 'oauth'
}

/** A caller with scopes only creates what the request names, whatever the shop's shape would create. */
function onlySaid(settings: Omit<ImportRequest, 'context'>): Record<Creation, boolean> {
  return tableOf(creations, (creation) => settings[creation] ?? false)
}

/** Reads the fields of an import over the settings of a profile; notes every fault. */
export function readImportFields(
  db: ReadableDb,
  fields: ImportFields,
  faults: Faults,
): Omit<ImportRequest, 'context'> {
  const all = withProfile(db, fields, faults)
  const type = parseType(all.type, faults)
  const { mapping = {} } = all
  const format = requireOneOf(fileFormats, 'format', all.format, faults)
  const encoding = requireOneOf(textEncodings, 'encoding', all.encoding, faults)
  const shape = requireOneOf(shapeChoices, 'shape', all.shape, faults)
  const emptyCells = requireOneOf(emptyCellModes, 'empty_cells', all.empty_cells, faults)
  if (all.delimiter !== undefined && !isDelimiter(all.delimiter)) faults.addSentence('delimiter', noDelimiter)
  checkLanguage(all.language, faults)
  checkMapping(mapping, faults)
  checkCorrections(all.corrections, faults)
  if (type) checkMergeKey(db, type, all, faults)
  return {
    ...tableOf(creations, (creation) => all[creation]),
    type: type as EntityType,
    format,
    delimiter: all.delimiter,
    quote: requireOneOf(quoteModes, 'quote', all.quote, faults),
    encoding,
    sheet: all.sheet,
    language: all.language,
    header_row: all.header_row,
    shape,
    merge_key: all.merge_key,
    mapping,
    empty_cells: emptyCells ?? 'ignore',
    misfits: requireOneOf(misfitModes, 'misfits', all.misfits, faults),
    pictures: requireOneOf(pictureModes, 'pictures', all.pictures, faults),
    decimal: requireOneOf(decimalMarks, 'decimal', all.decimal, faults),
    dates: requireOneOf(dateOrders, 'dates', all.dates, faults),
    renumbered: requireOneOf(renumberedModes, 'renumbered', all.renumbered, faults),
    renamed: requireOneOf(renamedModes, 'renamed', all.renamed, faults),
    price_share: all.price_share,
    price_changes: requireOneOf(priceChangesModes, 'price_changes', all.price_changes, faults),
    imported_rows: requireOneOf(importedRowsModes, 'imported_rows', all.imported_rows, faults),
    merged_rows: requireOneOf(mergedRowsModes, 'merged_rows', all.merged_rows, faults),
    corrections: all.corrections as ImportRequest['corrections'],
    dry_run: all.dry_run ?? false,
  }
}

function checkLanguage(language: string | undefined, faults: Faults): void {
  if (language !== undefined && !new RegExp(languagePattern).test(language))
    faults.addAll('language', [
      { issue: 'invalid_value', message: 'Expected the code of a language, such as de, deu or de-CH.' },
    ])
}

const noDelimiter = 'Give one character that is neither a quote nor a line end, such as ; or ^.'

function isDelimiter(text: string): boolean {
  return [...text].length === 1 && !/["\r\n\0\uFEFF]/.test(text)
}

function withProfile(db: ReadableDb, fields: ImportFields, faults: Faults): ImportFields {
  if (fields.profile === undefined) return fields
  const profile = findImportProfile(db, fields.profile)
  if (!profile) {
    const names = importProfileNames(db).slice(0, 50)
    faults.addSentence('profile', 'There is no import profile of this name.', names, fields.profile)
    return fields
  }
  const { entity_type: type, settings } = profile
  const asked = fields.type === undefined ? type : parseType(fields.type, new Faults())
  if (asked !== type) faults.addSentence('profile', `The profile is for imports of ${pluralOf[type]}.`)
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { type, ...settings, ...Object.fromEntries(given) }
}

const importableTypes = entityTypes.filter((type) => type !== 'source')

function parseType(type: string | undefined, faults: Faults): EntityType | undefined {
  if (type === undefined) return faults.add('type', 'required')
  const found = importableTypes.find((known) => known === type || pluralOf[known] === type)
  return found ?? faults.add('type', 'invalid_value', importableTypes, type)
}

function checkMergeKey(
  db: ReadableDb,
  type: EntityType,
  { merge_key: mergeKey, create_missing_attributes: mayCreate, mapping }: ImportFields,
  faults: Faults,
): void {
  if (mergeKey === undefined || mergeKey === 'id') return
  const attribute = attributesOf(db, type).byKey.get(mergeKey)
  if (attribute && !canBeKey(attribute)) faults.add('merge_key', 'not_a_text_attribute')
  const isName = attributesOf(db, type).list.some(({ name }) => name.toLowerCase() === mergeKey.toLowerCase())
  const isColumn = mapping !== undefined && Object.hasOwn(mapping, mergeKey)
  if (!attribute && !isName && !isColumn && !mayCreate)
    faults.addUnknown('merge_key', 'not_a_defined_attribute', mergeKey, attributesOf(db, type).byKey)
}

export interface EnqueuePictures {
  readonly jobId: string
  readonly request: ImportRequest
  readonly state: ImportState
}

export function enqueuePictures(
  tx: WritableDb,
  { jobId, request, state }: EnqueuePictures,
): NonNullable<ImportResult['pictures']> {
  if (state.pictures) return state.pictures
  assertAtCheckpoint(tx, jobId, state)
  const { wanted, known } = countWanted(tx, jobId)
  const uuid = wanted > 0 ? nextIdentity(tx).uuid : null
  const { type, context } = request
  if (uuid !== null) {
    const isAnew = request.pictures === 'refetch'
    const input: FetchPictures = {
      import: jobId,
      wanted,
      known,
      context,
      ...(isAnew && { refetch: true }),
    }
    const file = findJob(tx, jobId)?.metadata['file']
    const metadata = { workflow: 'fetch_pictures', via: context.via, import: jobId, file, type }
    // Not refused for a full queue, because its import has already run.
    insertJob(tx, { uuid, name: 'fetch_pictures', input, metadata })
    handOverWanted(tx, jobId, uuid)
  }
  const pictures = { wanted, already_there: known, job_id: uuid }
  saveJobProgress(tx, jobId, {
    current: state.total,
    total: state.total,
    checkpoint: { ...state, pictures },
  })
  return pictures
}

interface EnqueueSource extends NewSource {
  readonly id: string
}

/** Queues the making of a source: 202 with the job and its `job_id` (decisions, Sources). */
export function enqueueSource(tx: WritableDb, { id, ...request }: EnqueueSource): Answer {
  const input = checkSource(viewFor(tx, request.context.role), request)
  const { content } = input
  const metadata = {
    workflow: sourceJobName,
    url: content.kind === 'url' ? content.url : null,
    via: request.context.via,
    // A job writes a source in several transactions, and its id names them as one edit.
    edit_id: id,
    ...(content.kind === 'file' && { file: content.name }),
    ...(request.body.name !== undefined && { name: request.body.name }),
  }
  enqueueJob(tx, { uuid: id, name: sourceJobName, input, metadata })
  const job = { ...findJob(tx, id), job_id: id }
  return dataAnswer(202, JSON.stringify(job), `/jobs/${id}`)
}
