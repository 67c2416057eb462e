import type { Actor } from '#shared/events.ts'
import { errorCodes } from '#shared/errors.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { asMessage } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import type { CatalogError } from '../errors.ts'

/** What became of one edit. */
export type Outcome =
  | {
      readonly status: 'applied'
      readonly index: number
      /** The internal id. */
      readonly entity: number
      readonly isChanged: boolean
      /** The entity as it was, where it is gone by what was done. */
      readonly gone?: EntityView
    }
  | {
      readonly status: 'refused'
      readonly index: number
      /** As sent. */
      readonly id: string | null
      readonly error: CatalogError
    }
  | {
      readonly status: 'changed_meanwhile'
      readonly index: number
      readonly id: string
      readonly current: Readonly<Record<string, unknown>>
      /** Who has written these values, as far as it was looked up. */
      readonly writers?: Readonly<Record<string, Actor>>
    }

/** 200 with an outcome for each edit. Applied ones carry the entity as it is after the whole call. */
export function outcomesAnswer(
  db: ReadableDb,
  outcomes: readonly Outcome[],
  editId: string,
  total: number,
  isChangedOtherwise = false,
): Answer {
  const summary = { total, applied: 0, refused: 0, changed_meanwhile: 0 }
  for (const { status } of outcomes) summary[status] += 1
  const entities = entitiesById(db, outcomes)
  const data = outcomes.map((outcome) => outcomeJson(outcome, entities)).join(',')
  const isUndoable =
    isChangedOtherwise || outcomes.some((outcome) => outcome.status === 'applied' && outcome.isChanged)
  const id = isUndoable ? `"${editId}"` : 'null'
  return jsonAnswer(200, `{"data":[${data}],"edit_id":${id},"summary":${JSON.stringify(summary)}}`)
}

interface EntityView {
  readonly uuid: string
  readonly json: string
}

function entitiesById(db: ReadableDb, outcomes: readonly Outcome[]): ReadonlyMap<number, EntityView> {
  const ids = new Set(outcomes.flatMap((outcome) => (outcome.status === 'applied' ? outcome.entity : [])))
  const rows = listEntityRows(db, [...ids])
  const texts = entitiesJson(db, rows)
  const gone = outcomes.flatMap((outcome) =>
    outcome.status === 'applied' && outcome.gone ? [[outcome.entity, outcome.gone] as const] : [],
  )
  return new Map([
    ...gone,
    ...rows.map(({ id, uuid }, index) => [id, { uuid, json: texts[index] ?? '' }] as const),
  ])
}

/** An outcome as the answer tells it; of an applied one with its entity. */
export function outcomeJson(outcome: Outcome, entities: ReadonlyMap<number, EntityView> = new Map()): string {
  const { status, index } = outcome
  if (outcome.status === 'applied') {
    const { uuid, json } = entities.get(outcome.entity) as EntityView
    return `{"index":${index},"id":"${uuid}","status":"applied","data":${json}}`
  }
  if (outcome.status === 'changed_meanwhile') {
    const { id, current, writers } = outcome
    return JSON.stringify({ index, id, status, current, ...(writers && { changed_by: writers }) })
  }
  const { code, sentence, fieldErrors } = outcome.error
  const is_retriable = errorCodes[code].retriable
  const error = { code, ...asMessage(sentence), is_retriable, field_errors: fieldErrors }
  return JSON.stringify({ index, id: outcome.id, status, error })
}

/** The entity type that a body names; an unknown one is a fault. Undefined where the edge has noted it as missing. */
export function parseType(name: string | undefined, faults: TypeFaults): EntityType | undefined {
  if (name === undefined) return undefined
  return entityTypes.find((type) => type === name) ?? faults.add('type', 'invalid_value', entityTypes, name)
}

interface TypeFaults {
  readonly add: (
    field: 'type',
    issue: 'invalid_value',
    acceptableValues: readonly string[],
    sent: unknown,
  ) => undefined
}
