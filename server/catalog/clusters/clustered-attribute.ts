import { hasSpellings } from '#shared/clusters.ts'
import type { EntityType } from '#shared/entities.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { Faults } from '../errors.ts'
import { checkFilter } from '../query/check-filter.ts'
import type { ListedRows } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'

/** A filter, read and not yet checked. */
export type SentFilter = Pick<ListRequest, 'clauses' | 'join' | 'tree'>

/** The attribute whose values are meant; one that is not there or whose values are no texts is a fault. */
export function checkClustered(
  db: ReadableDb,
  type: EntityType,
  key: string | undefined,
  faults: Faults,
): Attribute | undefined {
  if (key === undefined) return faults.isNoted('attribute') ? undefined : faults.add('attribute', 'required')
  const { byKey } = attributesOf(db, type)
  const attribute = byKey.get(key)
  if (!attribute) return faults.addUnknown('attribute', 'not_a_defined_attribute', key, byKey)
  if (!hasSpellings(attribute.traits))
    return faults.explain('attribute', 'not_a_text_attribute', describeUnfit(attribute))
  return attribute
}

function describeUnfit({ name, traits, extras }: Attribute): string {
  const target = extras.reference?.type
  if (traits.shape === 'reference' || traits.shape === 'reference_list')
    return `${name} holds references. Look for similar names with type=${target ?? 'vendor'} and its primary attribute: merging names merges what they name.`
  if (!traits.writable)
    return `${name} is computed. Look for similar values in the attributes that it is computed from.`
  return `The values of ${name} are no texts. Name a text attribute or one that is chosen from options.`
}

/** The entities that a filter leaves; whatever is wrong with it is a fault of `filter`. */
export function checkHolders(
  db: ReadableDb,
  type: EntityType,
  filter: SentFilter | undefined,
  faults: Faults,
): ListedRows {
  const own = new Faults()
  const checked = checkFilter(db, attributesOf(db, type), filter ?? { clauses: [], join: 'and' }, own)
  faults.addAll('filter', own.list)
  return { ...checked, search: undefined }
}
