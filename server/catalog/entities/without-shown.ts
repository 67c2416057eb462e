import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { isSameValue, shownValues, type Values } from './current-values.ts'

/**
 * A write map without the values that are shown already, which may be those of the parent or of the variants: sent back they
 * store nothing, and what they are inherited from goes on to show (decisions, reading 10).
 */
export function dropUnchangedComputed(
  db: ReadableDb,
  row: EntityRow,
  { computed }: AttributeSet,
  given: Values,
): Values {
  const sent = computed.filter(
    ({ key, traits }) => traits.writable && Object.hasOwn(given, key) && !isBlank(given[key]),
  )
  if (sent.length === 0) return given
  const shown = shownValues(
    db,
    row,
    sent.map(({ key }) => key),
  )
  const same = sent.filter((attribute) => isSameValue(attribute, given[attribute.key], shown[attribute.key]))
  const keys = new Set(same.map(({ key }) => key))
  return Object.fromEntries(Object.entries(given).filter(([key]) => !keys.has(key)))
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
