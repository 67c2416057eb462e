import type { FieldError } from '#shared/errors.ts'
import { removeValues } from '../../store/computed/attribute-values.ts'
import { deleteAttribute as deleteDefinition, isSearched } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { supersedeProposals } from '../../store/tables/proposals.ts'
import { dropSearchIndex } from '../../store/search/search-index.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults, validationFailed } from '../errors.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'
import { toConfig } from './attribute-config.ts'
import { findAttribute } from './find-attribute.ts'
import { refuseRestricted } from './restricted.ts'
import { relabelEntities } from './primary-attribute.ts'
import { refuseWhileNeeded } from './referrers.ts'

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
  const attribute = findAttribute(tx, key, type, faults)
  faults.throwIfAny()
  if (!attribute) throw validationFailed(faults.list)
  refuseRestricted([attribute], context)
  refuseWhileNeeded(tx, attribute)
  const config = toConfig(attribute)
  removeValues(tx, attribute)
  supersedeProposals(tx, attribute.id)
  deleteDefinition(tx, attribute)
  if (isSearched(attribute)) dropSearchIndex(tx, attribute.entityType)
  if (attribute.isPrimary) relabelEntities(tx, attribute.entityType)
  const changes = Object.entries(config).map(([field, value]) => ({
    attribute: field,
    old: value,
    new: null,
  }))
  recordAttributeEvent(tx, 'attribute.deleted', attribute, changes, context)
  return dataAnswer(200, JSON.stringify(config))
}
