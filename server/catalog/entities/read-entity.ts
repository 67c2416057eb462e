import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { parseFields } from '../query/fields.ts'
import { entitiesJson } from './entity-json.ts'
import { type KnownRows, knownRows } from './known-rows.ts'
import { getEntity } from './update-entity.ts'

export interface ReadRequest {
  readonly type: EntityType
  readonly id: string
  readonly fields: readonly string[] | undefined
  readonly faults: readonly FieldError[]
}

/** One entity, whole or narrowed to `fields`: 200. 404 comes before faults. */
export function readEntity(db: ReadableDb, request: ReadRequest): Answer {
  const known = request.fields || request.faults.length > 0 ? undefined : knownRows(db)
  const uuid = known && parseUuid(request.id)
  const row = uuid && known.find(request.type, uuid)
  return dataAnswer(200, row?.toString() ?? read(db, request, known))
}

function read(
  db: ReadableDb,
  { type, id, fields, faults: structural }: ReadRequest,
  known: KnownRows | undefined,
): string {
  const row = getEntity(db, type, id)
  const faults = new Faults(structural)
  const selected = parseFields(attributesOf(db, type), fields, faults)
  faults.settle()
  const json = entitiesJson(db, [row], selected)[0] as string
  known?.note(row, json)
  return json
}
