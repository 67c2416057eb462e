import { semanticTypeOf } from '#shared/semantic-types.ts'
import type { EntityType } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { insertAlias } from '../../store/tables/aliases.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { readStored, readValue } from '../entities/current-values.ts'
import type { WriteContext } from '../events/record-event.ts'

interface MergedEntities {
  readonly merged: readonly EntityRow[]
  readonly survivor: EntityRow
}

/**
 * Leaves the labels and numbers of merged entities as aliases of the survivor, so that the next file that
 * names them finds it (work-surfaces.3.1).
 */
export function leaveEntityAliases(
  tx: WritableDb,
  type: EntityType,
  { merged, survivor }: MergedEntities,
  { edit_id: edit }: WriteContext,
): void {
  const identifying = attributesOf(tx, type).list.filter(isIdentifying)
  const left = new Set<string>()
  const leave = (attribute: string | null, text: unknown, held: unknown): void => {
    if (typeof text !== 'string' || text.trim() === '') return
    const key = `${attribute ?? ''} ${foldText(text)}`
    if (left.has(key) || (typeof held === 'string' && foldText(text) === foldText(held))) return
    left.add(key)
    insertAlias(tx, { type, attribute, text, target: { entity: survivor.id }, origin: 'merge', edit })
  }
  const { document } = readStored(survivor)
  const keys = identifying.map((attribute) => [attribute, readValue(document, attribute.key)] as const)
  for (const row of merged) {
    leave(null, row.label, survivor.label)
    const { document: values } = readStored(row)
    for (const [{ uuid, key }, held] of keys) leave(uuid, readValue(values, key), held)
  }
}

const numbers: readonly unknown[] = ['sku', 'gtin', 'mpn', 'handle']

/** An attribute by whose values files find entities: unique ones, numbers and codes. */
function isIdentifying({ traits, extras, key, name, isPrimary }: Attribute): boolean {
  if (traits.shape !== 'scalar' || !traits.isFreeText || traits.isLong) return false
  const { semantic_type: type, constraints } = extras
  const meaning = type ?? semanticTypeOf(key) ?? semanticTypeOf(name)
  return isPrimary || constraints.unique === true || constraints.kind === 'gtin' || numbers.includes(meaning)
}

/** Leaves the spellings of values that were merged as aliases of what they have become. */
export function leaveValueAliases(
  tx: WritableDb,
  { entityType: type, uuid: attribute }: Attribute,
  targets: ReadonlyMap<string, string>,
  { edit_id: edit }: WriteContext,
): void {
  for (const [text, option] of targets)
    if (text !== option && text.trim() !== '')
      insertAlias(tx, { type, attribute, text, target: { option }, origin: 'merge', edit })
}
