import { channelKeys } from '#shared/channels.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ListedAttributeConfig } from '#shared/schemas/attributes.ts'
import type { Role } from '#shared/team.ts'
import { isOneOf } from '#shared/text.ts'
import type { FieldError } from '#shared/errors.ts'
import { attributesOf, readDefinitionsVersion } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer, unchangedAnswer, namesTag } from '../answer.ts'
import { Faults } from '../errors.ts'
import { toConfig, toDefinition, isClosedTo } from './attribute-config.ts'

export interface ListAttributesRequest {
  readonly type?: string | undefined
  readonly channel?: string | undefined
  readonly known?: string | undefined
  readonly faults: readonly FieldError[]
}

/**
 * Every attribute key of one entity type or of all, unpaged: 200 with its ETag (specification, GET
 * /attributes), or 304 for a known state, which only costs reading the mark of the schema.
 */
export function listAttributes(db: ReadableDb, request: ListAttributesRequest): Answer {
  const { type, channel, known } = request
  const faults = new Faults(request.faults)
  requireOneOf(entityTypes, 'type', type, faults)
  requireOneOf(channelKeys, 'channel', channel, faults)
  faults.throwIfAny()
  return answerState(db, known, () =>
    entityTypes
      .filter((entityType) => type === undefined || entityType === type)
      .flatMap((entityType) => attributesOf(db, entityType).list)
      .filter(({ extras }) => channel === undefined || extras.channel === channel)
      .map(toDefinition),
  )
}

export interface ListConfigsRequest {
  readonly type: EntityType
  readonly known?: string | undefined
  readonly role?: Role | undefined
}

/**
 * The full definitions of one entity type, for the owner's surface: 200 with their ETag, or 304. Marks
 * those that are closed to the role.
 */
export function listAttributeConfigs(db: ReadableDb, { type, known, role }: ListConfigsRequest): Answer {
  const list = () =>
    attributesOf(db, type).list.map((attribute): ListedAttributeConfig => ({
      ...toConfig(attribute),
      ...(role && isClosedTo(attribute, role) && { is_closed: true }),
    }))
  return answerState(db, known, list, role)
}

function answerState(
  db: ReadableDb,
  known: string | undefined,
  read: () => readonly object[],
  seenBy?: string,
): Answer {
  const etag = `"${[readDefinitionsVersion(db), seenBy].filter(Boolean).join('-')}"`
  if (known !== undefined && namesTag(known, etag)) return unchangedAnswer(etag)
  return { ...dataAnswer(200, JSON.stringify(read())), etag }
}

export function requireOneOf<Word extends string>(
  allowed: readonly Word[],
  field: string,
  value: string | null | undefined,
  faults: Faults,
): Word | undefined {
  if (value === undefined || value === null) return undefined
  return isOneOf(allowed, value) ? value : faults.add(field, 'invalid_value', allowed, value)
}
