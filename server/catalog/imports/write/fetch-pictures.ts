import type { WriteContext } from '../../events/record-event.ts'
import type { PictureFault } from '#shared/imports.ts'
import {
  type FetchedPicture,
  listWantedAddresses,
  findFetched,
  listWantedAttributes,
  type FailedPicture,
  listFailedPictures,
  failPicture,
  removeWanted,
  putFetched,
  listHeld,
  removeHeld,
  putFetchedImage,
} from '../../../store/tables/pictures.ts'
import type { ReadableDb, WritableDb } from '../../../store/database/database.ts'
import type { IndexName } from '../../../store/database/writer-requests.ts'
import { isIndexMissing, ensureValueIndex } from '../../../store/tables/indexes.ts'
import { type NewFile, addFile, toPath } from '../../files/stored-files.ts'
import type { Sentence } from '#shared/messages/message.ts'
import { assertAtCheckpoint } from '../../edits/edit-outcome.ts'
import { saveJobProgress } from '../../../store/tables/jobs.ts'
import { findByComparable } from '../../../store/tables/values.ts'
import { foldText } from '#shared/text.ts'
import { listEntityRows, getEntityRow } from '../../../store/tables/entities.ts'
import { type Attribute, attributesOf } from '../../../store/tables/attributes.ts'
import { entityTypes } from '#shared/entities.ts'
import { ownValues } from '../../entities/current-values.ts'
import { Faults, CatalogError } from '../../errors.ts'
import { parseWrites } from '../../entities/parse-writes.ts'
import { updateFrom } from '../../entities/update-entity.ts'

/** The workspace's side of the job that fetches an import's pictures; the fetching itself is in `jobs`. */
export interface FetchPictures {
  readonly import: string
  readonly wanted: number
  readonly known: number
  readonly refetch?: boolean
  readonly context: Omit<WriteContext, 'job_id'>
}

export interface FetchState {
  readonly matched: number
  readonly changed: number
  readonly replaced?: number
  readonly unchanged: number
  readonly failed: number
  readonly failed_by: Readonly<Partial<Record<PictureFault, number>>>
}

export type KnownPicture = Pick<FetchedPicture, 'hash' | 'etag' | 'modified'>

const pageSize = 200

export function wantedPictures(
  db: ReadableDb,
  jobId: string,
  behind: string,
): { readonly address: string; readonly known: KnownPicture | undefined }[] {
  return listWantedAddresses(db, jobId, behind, pageSize).map((address) => ({
    address,
    known: findFetched(db, address),
  }))
}

export function missingForPictures(db: ReadableDb, jobId: string): IndexName[] {
  const names = listWantedAttributes(db, jobId).map((id) => `value_${id}` as const)
  return names.filter((name) => isIndexMissing(db, name))
}

export function failedPictures(db: ReadableDb, jobId: string, offset: number): FailedPicture[] {
  return listFailedPictures(db, jobId, { limit: pageSize, offset })
}

export type PictureOutcome =
  | {
      readonly file?: NewFile
      readonly version?: Pick<KnownPicture, 'etag' | 'modified'>
      readonly isNew: boolean
      readonly isReplaced?: boolean
    }
  | { readonly fault: PictureFault; readonly reason: Sentence }

export interface SettlePicture {
  readonly jobId: string
  readonly input: FetchPictures
  readonly state: FetchState | undefined
  readonly address: string
  readonly outcome: PictureOutcome
}

/**
 * Stores the picture of an address and replaces its links, together with the checkpoint. With very many
 * links some remain for another call.
 */
export function settlePicture(
  tx: WritableDb,
  settled: SettlePicture,
): { readonly state: FetchState; readonly isCancelled: boolean; readonly isLeft: boolean } {
  const { jobId, input, state } = settled
  assertAtCheckpoint(tx, jobId, state)
  const before = state ?? beginFetching(input)
  const isLeft = !('fault' in settled.outcome) && !keepPicture(tx, settled)
  if (!isLeft) dismiss(tx, settled)
  const after = isLeft ? before : count(before, settled.outcome)
  const current = after.changed + after.unchanged + after.failed
  const { isCancelled } = saveJobProgress(tx, jobId, { current, total: after.matched, checkpoint: after })
  return { isCancelled, state: after, isLeft }
}

export function beginFetching({ wanted }: FetchPictures): FetchState {
  return { matched: wanted, changed: 0, unchanged: 0, failed: 0, failed_by: {} }
}

function dismiss(tx: WritableDb, { jobId, address, outcome }: SettlePicture): void {
  if ('fault' in outcome) failPicture(tx, jobId, address, outcome.reason)
  else removeWanted(tx, jobId, address)
}

function count(state: FetchState, outcome: PictureOutcome): FetchState {
  if (!('fault' in outcome))
    return outcome.isNew
      ? {
          ...state,
          changed: state.changed + 1,
          ...(outcome.isReplaced && { replaced: (state.replaced ?? 0) + 1 }),
        }
      : { ...state, unchanged: state.unchanged + 1 }
  const { [outcome.fault]: known = 0 } = state.failed_by
  const failedBy = { ...state.failed_by, [outcome.fault]: known + 1 }
  return { ...state, failed: state.failed + 1, failed_by: failedBy }
}

const maxLinks = 200

function keepPicture(tx: WritableDb, { jobId, input, address, outcome }: SettlePicture): boolean {
  if ('file' in outcome && outcome.file) {
    const { etag = null, modified = null } = outcome.version ?? {}
    putFetched(tx, address, { hash: addFile(tx, outcome.file).hash, etag, modified })
  }
  const fetched = findFetched(tx, address)
  if (!fetched) throw new Error(`Nothing is known of what was fetched from ${address}.`)
  const path = toPath(fetched.hash, fetched.extension)
  const context = { ...input.context, job_id: input.import }
  const isAllGiven = replaceHeld(tx, { jobId, address, path }, context)
  const isDone = wantedAttributes(tx, jobId, address).map((attribute) => {
    ensureValueIndex(tx, attribute.id)
    const ids = findByComparable(tx, attribute.id, foldText(address), maxLinks)
    const replaced = ids.filter((id) => replaceLink(tx, { attribute, id, address, path }, context))
    return ids.length < maxLinks || replaced.length === 0
  })
  return isAllGiven && isDone.every(Boolean)
}

interface PictureOfJob {
  readonly jobId: string
  readonly address: string
  readonly path: string
}

/**
 * Gives the picture to entities that still have the former picture of the address from the import; false
 * where there may be more.
 */
function replaceHeld(tx: WritableDb, { jobId, address, path }: PictureOfJob, context: WriteContext): boolean {
  const some = listHeld(tx, jobId, { address, path, limit: maxLinks })
  for (const held of some) {
    removeHeld(tx, jobId, held)
    const attribute = findAttributeById(tx, held.attribute)
    const isAlive = attribute && listEntityRows(tx, [held.entity]).length > 0
    if (isAlive) replaceLink(tx, { attribute, id: held.entity, address: held.path, path }, context)
  }
  return some.length < maxLinks
}

function findAttributeById(tx: WritableDb, id: number): Attribute | undefined {
  return entityTypes.map((type) => attributesOf(tx, type).byId.get(id)).find(Boolean)
}

function wantedAttributes(tx: WritableDb, jobId: string, address: string): Attribute[] {
  const ids = listWantedAttributes(tx, jobId, address)
  return entityTypes.flatMap((type) => {
    const { byId } = attributesOf(tx, type)
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
}

interface Link {
  readonly attribute: Attribute
  readonly id: number
  readonly address: string
  readonly path: string
}

function replaceLink(
  tx: WritableDb,
  { attribute: { key, entityType: type }, id, address, path }: Link,
  context: WriteContext,
): boolean {
  const row = getEntityRow(tx, id)
  const attributes = attributesOf(tx, type)
  if (ownValues(tx, row, attributes, [key])[key] !== address) return false
  if (type === 'image' && !address.startsWith('files/')) putFetchedImage(tx, address, row.uuid)
  const faults = new Faults()
  try {
    const writes = parseWrites(attributes, { [key]: path }, faults)
    return updateFrom(tx, row, { type, parent: undefined, writes }, faults, context) !== row
  } catch (error) {
    // Where a constraint of the attribute only accepts addresses, the link stays.
    if (!(error instanceof CatalogError)) throw error
    return false
  }
}
