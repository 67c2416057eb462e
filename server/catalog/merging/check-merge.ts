import { entityTypes, type EntityType, parseUuid, findEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { maxMerged } from '#shared/duplicates.ts'
import type { MergeEntities } from '#shared/schemas/duplicates.ts'
import { attributesOf, isReference } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { Faults } from '../errors.ts'
import type { MergeGroup, MergePlan } from './merge-entities.ts'

export interface CheckMerge {
  readonly body: Partial<MergeEntities>
  readonly faults: readonly FieldError[]
}

export function checkMerge(db: ReadableDb, { body, faults: structural }: CheckMerge): MergePlan {
  const faults = new Faults(structural)
  const type = findEntityType(body.type)
  if (!type && body.type !== undefined) faults.add('type', 'invalid_value', entityTypes, body.type)
  checkSize(body.merge, faults)
  const keep = find(db, type, { id: body.keep, field: 'keep' }, faults)
  const merge = (body.merge ?? []).map((id, index) => {
    const field = `merge[${index}]`
    const found = find(db, type, { id, field }, faults)
    if (found !== undefined && found === keep)
      return faults.explain(
        field,
        'self_reference',
        'An entity cannot be merged into itself. Leave it out here.',
      )
    return found
  })
  const ids = [...new Set(merge.flatMap((id) => id ?? []))]
  const values = type ? checkValues(db, type, { given: body.values ?? {}, ids: [keep, ...ids] }, faults) : {}
  return { type: faults.settled(type), groups: [{ keep: faults.settled(keep), merge: ids, values }] }
}

function checkSize(merge: readonly string[] | undefined, faults: Faults): void {
  if (merge?.length === 0) faults.add('merge', 'expected_values')
  if (merge && merge.length > maxMerged)
    faults.addExpected('merge', 'too_many_values', { max_items: maxMerged })
}

function find(
  db: ReadableDb,
  type: EntityType | undefined,
  { id, field }: { readonly id: string | undefined; readonly field: string },
  faults: Faults,
): number | undefined {
  if (id === undefined) return undefined
  const uuid = parseUuid(id)
  if (uuid === undefined) return faults.add(field, 'expected_uuid')
  if (!type) return undefined
  return findEntity(db, type, uuid)?.id ?? faults.add(field, 'referenced_entity_not_found')
}

interface GivenValues {
  readonly given: Readonly<Record<string, string>>
  readonly ids: readonly (number | undefined)[]
}

function checkValues(
  db: ReadableDb,
  type: EntityType,
  { given, ids }: GivenValues,
  faults: Faults,
): MergeGroup['values'] {
  const { byKey } = attributesOf(db, type)
  const [keep] = ids
  const values: Record<string, number> = {}
  for (const [key, id] of Object.entries(given)) {
    const field = `values.${key}`
    const attribute = byKey.get(key)
    if (!attribute) {
      faults.addUnknown(field, 'not_a_defined_attribute', key, byKey)
      continue
    }
    if (attribute.traits.shape !== 'scalar' && !isReference(attribute)) {
      faults.add(field, 'read_only_attribute')
      continue
    }
    const uuid = parseUuid(id)
    const from = uuid === undefined ? undefined : findEntity(db, type, uuid)?.id
    if (from === undefined || !ids.includes(from)) faults.explain(field, 'invalid_value', notOfThese)
    else if (from !== keep) values[key] = from
  }
  return values
}

const notOfThese = 'A value is taken from one of the entities that are merged. Send the id of one of them.'
