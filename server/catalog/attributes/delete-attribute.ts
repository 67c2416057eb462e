import type { FieldError } from '#shared/errors.ts'
import { removeValues } from '../../store/computed/attribute-values.ts'
import {
  deleteAttribute as deleteDefinition,
  isSearched,
  type Attribute,
  attributesOf,
} from '../../store/tables/attributes.ts'
import { hiddenFrom, viewFor } from '../../store/computed/hidden-attributes.ts'
import { type WritableDb, checkpointInSteps, type ReadableDb } from '../../store/database/database.ts'
import { removeNotesOn } from '../../store/tables/notes.ts'
import { removeCommentsOn } from '../../store/tables/comments.ts'
import { supersedeProposals } from '../../store/tables/proposals.ts'
import { dropSearchIndex } from '../../store/search/search-index.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults, validationFailed, conflict } from '../errors.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'
import { toConfig, findAttribute, refuseRestricted } from './attribute-config.ts'
import { relabelEntities } from './define-attribute.ts'
import { toAttributeKey } from './key-of-name.ts'
import { entityTypes, findEntityType } from '#shared/entities.ts'
import { type Role, roles } from '#shared/team.ts'
import { isObject } from '#shared/exact-json.ts'
import { type LeftoverKey, removeSomeLeftovers } from '../../store/tables/leftover-values.ts'
import { message } from '#shared/messages/message.ts'
import { findLinkedType } from './linked-types.ts'

export interface DeleteAttributeRequest {
  readonly key: string
  readonly type: string | undefined
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Removes a definition with all of its values and references: 200 with the definition as it was. Throws `conflict` naming the
 * definitions that need it. Only the owner may (decisions, The owner's surface).
 */
export function deleteAttribute(tx: WritableDb, request: DeleteAttributeRequest): Answer {
  const { key, type, context } = request
  const faults = new Faults(request.faults)
  const attribute = findAttribute(viewFor(tx, context.role), key, type, faults)
  faults.throwIfAny()
  if (!attribute) throw validationFailed(faults.list)
  refuseRestricted([attribute], context)
  refuseWhileNeeded(tx, attribute)
  const config = toConfig(attribute)
  const readers = readersOf(tx, attribute)
  removeValues(tx, attribute)
  supersedeProposals(tx, attribute.id)
  if (readers) removeRemarks(tx, attribute)
  deleteDefinition(tx, attribute)
  if (isSearched(attribute)) dropSearchIndex(tx, attribute.entityType)
  if (attribute.isPrimary) relabelEntities(tx, attribute.entityType)
  // The history goes by the readers, who are fewer where the attribute was computed from a closed one.
  const changes = Object.entries({ ...config, ...(readers && { readable_by: readers }) }).map(
    ([field, value]) => ({
      attribute: field,
      old: value,
      new: null,
    }),
  )
  recordAttributeEvent(tx, 'attribute.deleted', attribute, changes, context)
  return dataAnswer(200, JSON.stringify(config))
}

/** The roles that may read an attribute; undefined where all may. */
function readersOf(db: ReadableDb, { id }: Attribute): Role[] | undefined {
  const readers = roles.filter((role) => !hiddenFrom(db, role)?.ids.has(id))
  return readers.length < roles.length ? readers : undefined
}

/** Notes and comments stay with their entities, where all would read those on closed cells. */
function removeRemarks(tx: WritableDb, { id }: Attribute): void {
  removeNotesOn(tx, id)
  removeCommentsOn(tx, id)
}

interface LeftoverSlice {
  readonly before?: unknown
}

// Another write waits for one slice at most.
const sliceMs = 3

/**
 * Removes values of deleted attributes from documents, for the time allowed between two writes; true when
 * there is more to do.
 */
export function removeLeftovers(tx: WritableDb, { before }: LeftoverSlice): boolean {
  const only = keyOf(before)
  if (before !== undefined && !only) return false
  const end = performance.now() + sliceMs
  let isMore = true
  while (isMore && performance.now() < end) isMore = removeSomeLeftovers(tx, only)
  checkpointInSteps(tx, isMore)
  return isMore
}

function keyOf(body: unknown): LeftoverKey | undefined {
  if (!isObject(body)) return undefined
  const { entity_type: type, key, name } = body
  const known = findEntityType(type)
  const text = typeof key === 'string' ? key : typeof name === 'string' ? toAttributeKey(name) : undefined
  return known && text !== undefined ? { type: known, key: text } : undefined
}

function refuseWhileNeeded(db: ReadableDb, attribute: Attribute): void {
  const names = listReferrers(attribute, db, 'needs')
  if (names.length === 0) return
  throw conflict(
    `"${attribute.name}" is used by ${names.join(', ')}. Delete or change these definitions first.`,
    [{ field: 'key', issue: 'invalid_value' }],
  )
}

/** Throws `conflict` naming the lookups and inverse references that need the references of the attribute as they are. */
export function refuseWhileTargetNeeded(db: ReadableDb, attribute: Attribute, field: string): void {
  const names = listReferrers(attribute, db, 'needsTarget')
  if (names.length === 0) return
  throw conflict(message('attribute.references_in_use', { name: attribute.name, names: names.join(', ') }), [
    { field, issue: 'invalid_value' },
  ])
}

function listReferrers(attribute: Attribute, db: ReadableDb, test: 'needs' | 'needsTarget'): string[] {
  return entityTypes
    .flatMap((type) => attributesOf(db, type).list)
    .filter(
      (other) => other.id !== attribute.id && findLinkedType(other.dataType)?.[test](other, attribute, db),
    )
    .map(({ name, key, entityType }) => `"${name}" (${entityType} ${key})`)
}
