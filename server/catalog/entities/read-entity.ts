import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { tagOf } from '../etag.ts'
import { Faults } from '../errors.ts'
import { checkSize, fewerFields } from '../largest-answer.ts'
import { parseFields } from './fields.ts'
import { entitiesJson, rowJson, taggedAnswer } from './entity-json.ts'
import { getEntity } from './update-entity.ts'

export interface ReadRequest {
  readonly type: EntityType
  readonly id: string
  readonly fields: readonly string[] | undefined
  /** As large as an answer may be where nothing is said. */
  readonly maxBytes?: number | undefined
  readonly isTagged?: boolean | undefined
  readonly faults: readonly FieldError[]
}

/**
 * One entity, whole or narrowed to `fields`: 200 with the ETag of the whole, so that a write may name it, unless the whole would have to be
 * made for that alone. 404 comes before faults.
 */
export function readEntity(db: ReadableDb, request: ReadRequest): Answer {
  const { type, id, fields, maxBytes, isTagged = true, faults: structural } = request
  const row = getEntity(db, type, id)
  const faults = new Faults(structural)
  const selected = parseFields(db, attributesOf(db, type), fields, faults)
  faults.throwIfAny()
  const remedy = fewerFields(selected)
  if (selected === undefined) return taggedAnswer(200, checkSize(rowJson(db, row), remedy, maxBytes))
  const [narrowed = ''] = entitiesJson(db, [row], selected)
  const answer = dataAnswer(200, checkSize(narrowed, remedy, maxBytes))
  return isTagged ? { ...answer, etag: tagOf(rowJson(db, row)) } : answer
}
