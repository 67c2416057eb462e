import { channelKeys } from '#shared/channels.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { attributesOf } from '../../store/attributes.ts'
import type { ReadableDb } from '../../store/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { toConfig, toDefinition } from './attribute-config.ts'

export interface ListAttributesRequest {
  readonly type?: string | undefined
  readonly channel?: string | undefined
  readonly faults: readonly FieldError[]
}

/** Every attribute key of one entity type or of all, unpaged: 200 (specification, GET /attributes). */
export function listAttributes(db: ReadableDb, request: ListAttributesRequest): Answer {
  const { type, channel } = request
  const faults = new Faults(request.faults)
  requireOneOf(entityTypes, 'type', type, faults)
  requireOneOf(channelKeys, 'channel', channel, faults)
  faults.settle()
  const attributes = entityTypes
    .filter((entityType) => type === undefined || entityType === type)
    .flatMap((entityType: EntityType) => attributesOf(db, entityType).list)
    .filter(({ extras }) => channel === undefined || extras.channel === channel)
  return dataAnswer(200, JSON.stringify(attributes.map(toDefinition)))
}

/** The full definitions of one entity type, for the owner's surface: 200. */
export function listAttributeConfigs(db: ReadableDb, { type }: { readonly type: EntityType }): Answer {
  return dataAnswer(200, JSON.stringify(attributesOf(db, type).list.map(toConfig)))
}

/** Notes `invalid_value` with the allowed set where a value is given that is none of them. */
export function requireOneOf(
  allowed: readonly string[],
  field: string,
  value: string | null | undefined,
  faults: Faults,
): void {
  if (value !== undefined && value !== null && !allowed.includes(value)) {
    faults.add(field, 'invalid_value', allowed)
  }
}
