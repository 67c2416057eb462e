import { type EntityType, parseUuid, pluralOf, toEntityType } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { type EntityIdentity, listEntitiesByComparable } from '../../store/tables/entities.ts'
import { requestValueIndex } from '../../store/tables/indexes.ts'
import type { Faults } from '../errors.ts'

/** An entity told by a value of a text attribute, or by its label, in place of its id. */
export interface NamedTarget {
  /** The key of the attribute; undefined for the label. */
  readonly mergeKey: string | undefined
  readonly value: string
}

export type Target = string | NamedTarget

export function isName(input: unknown): boolean {
  return typeof input === 'object' && input !== null && ('label' in input || 'merge_key' in input)
}

/** A written reference: an id, `{id}`, `{merge_key, value}` or `{label}`; undefined for anything else. */
export function parseTarget(input: unknown): Target | undefined {
  if (typeof input !== 'object' || input === null) return parseUuid(input)
  if ('id' in input) return parseUuid(input.id)
  if ('label' in input) return nameOf(undefined, input.label)
  if (!('merge_key' in input && 'value' in input) || typeof input.merge_key !== 'string') return undefined
  return nameOf(input.merge_key, input.value)
}

function nameOf(mergeKey: string | undefined, value: unknown): NamedTarget | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() === '' ? undefined : { mergeKey, value: String(value) }
}

const maxNamesakes = 20

/** The only entity of a type with that name; notes a fault on `field` for none and for several. */
export function findNamed(
  db: ReadableDb,
  type: EntityType,
  { mergeKey, value }: NamedTarget,
  { field, faults }: { readonly field: string; readonly faults: Faults },
): EntityIdentity | undefined {
  const { byKey, primary } = attributesOf(db, type)
  const attribute = mergeKey === undefined ? primary : byKey.get(mergeKey)
  if (mergeKey !== undefined && !attribute)
    return faults.addUnknown(field, 'not_a_defined_attribute', mergeKey, byKey)
  if (!attribute?.traits.isFreeText) return faults.add(field, 'not_a_text_attribute')
  requestValueIndex(db, attribute.id)
  const [row, ...others] = listEntitiesByComparable(db, attribute.id, foldText(value), maxNamesakes)
  const { key } = attribute
  if (!row) {
    const none = message('reference.not_named', { plural: pluralOf[type], key, value })
    return faults.explain(field, 'referenced_entity_not_found', none)
  }
  if (others.length === 0) return { ...row, type: toEntityType(row.type) }
  const ids = [row, ...others].map(({ uuid }) => uuid).join(', ')
  const several = message('reference.ambiguous', { plural: pluralOf[type], key, value, ids })
  return faults.explain(field, 'ambiguous_reference', several)
}
