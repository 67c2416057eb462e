import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Attribute, attributesOf, isComputed } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { readEffective, isLinks } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countPlaces, listPlaces, type ReferenceList } from '../../store/tables/references.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'

export interface ListReferencesRequest {
  readonly type: EntityType
  readonly id: string
  readonly attribute?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/**
 * One page of the stubs behind a reference attribute: by position in a list, by creation for an inverse reference, one or
 * none for a single reference (decisions, References). 404 comes before faults.
 */
export function listReferences(db: ReadableDb, request: ListReferencesRequest): Answer {
  const { type, attribute: key, limit, cursor } = request
  const { id: entity } = getEntity(db, type, request.id)
  const faults = new Faults(request.faults)
  const attribute = findReferenceAttribute(db, type, key, faults)
  const mark = markList(db, ['references', entity, key])
  const known = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()

  const list = attribute && readPlaces(db, attribute, entity)
  const offset = cursor === undefined ? request.offset : 0
  // A cursor holds the position of the next page; positions count from 0, but the cursor's entity from 1.
  const from = known ? known.entity - 1 : 0
  const places = list ? list.page({ from, limit: limit + 1, offset }) : []
  const page = places.slice(0, limit)
  const stubs = stubsJson(
    db,
    page.map(([, id]) => id),
  )
  const next = (page.at(-1)?.[0] ?? from - 1) + 1
  return pageAnswer(
    page.flatMap(([, id]) => stubs.get(id) ?? []),
    {
      total: list ? list.count() : 0,
      limit,
      offset,
      has_more: places.length > limit,
      next_cursor: encodeCursor(mark, { entity: next + 1, values: [] }),
    },
  )
}

interface Window {
  readonly from: number
  readonly limit: number
  readonly offset: number
}

interface Places {
  readonly page: (window: Window) => [place: number, id: number][]
  readonly count: () => number
}

function readPlaces(db: ReadableDb, attribute: Attribute, entity: number): Places | undefined {
  const shown = shownPlaces(db, attribute, entity)
  if (shown) return { page: (window) => placesIn(shown, window), count: () => shown.length }
  const list = toList(db, attribute, entity)
  return list && { page: (window) => listPlaces(db, list, window), count: () => countPlaces(db, list) }
}

function shownPlaces(db: ReadableDb, attribute: Attribute, entity: number): readonly number[] | undefined {
  const plan = getValuePlan(db, attribute)
  const isShown = isComputed(attribute) || (plan.base.kind === 'inverse' && plan.base.forward.mode !== 'off')
  const [value = null] = (isShown && readEffective(db, [plan], [entity]).get(entity)) || []
  return isLinks(value) ? value : undefined
}

function placesIn(ids: readonly number[], { from, limit, offset }: Window): [place: number, id: number][] {
  const start = from + offset
  return ids.slice(start, start + limit).map((id, index) => [start + index, id])
}

/** A lookup shows another entity's values; its reference attribute leads there. */
function findReferenceAttribute(
  db: ReadableDb,
  type: EntityType,
  key: string | undefined,
  faults: Faults,
): Attribute | undefined {
  const { byKey, list } = attributesOf(db, type)
  if (!key?.trim()) {
    const isReported = faults.list.some(({ field }) => field === 'attribute')
    return isReported ? undefined : faults.explain('attribute', 'required', formatReferences(list))
  }
  const attribute = byKey.get(key)
  if (!attribute) return faults.addUnknown('attribute', 'not_a_defined_attribute', key, byKey)
  const { shape } = attribute.traits
  if (shape === 'scalar' || shape === 'computed')
    return faults.explain('attribute', 'not_a_reference_attribute', formatReferences(list))
  return attribute
}

function formatReferences(list: readonly Attribute[]): string {
  const keys = list.filter(({ traits }) => traits.shape !== 'scalar' && traits.shape !== 'computed')
  if (keys.length === 0) return 'This type has no references to follow.'
  return `Name a reference to follow: ${keys.map(({ key }) => key).join(', ')}.`
}

function toList(
  db: ReadableDb,
  { id, traits, extras }: Attribute,
  entity: number,
): ReferenceList | undefined {
  if (traits.shape !== 'inverse') return { entity, attribute: id, isInverse: false }
  const { type, attribute: key } = extras.reference ?? {}
  const forward = type && key ? attributesOf(db, type).byKey.get(key) : undefined
  return forward && { entity, attribute: forward.id, isInverse: true }
}
