import type { ReadableDb } from '../../store/database/database.ts'
import type { Attribute, AttributeSet } from '../../store/tables/attributes.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { ownValues, shownValues, type Values } from '../entities/current-values.ts'

import { validationFailed } from '../errors.ts'
import type { ComputedSets } from './formula-sets.ts'
import { splitSet } from './split-set.ts'
import { isFault, readOperation } from './value-operations.ts'

const nothing: ComputedSets = () => ({})

/** The operations of `set` that see the value alone, ready for many entities; throws where a definition has changed since. */
export function readOwnChanges(db: ReadableDb, attributes: AttributeSet, set: Values): ComputedSets {
  const changes = [...splitSet(attributes, set).own].map(([key, { operation, sent }]) => {
    const attribute = attributes.byKey.get(key)
    const change = attribute && readOperation[operation](sent, attribute)
    if (!change || isFault(change)) throw validationFailed([{ field: `set.${key}`, issue: gone }])
    return { attribute, change, fillsBlanks: operation === 'add_items' }
  })
  if (changes.length === 0) return nothing
  const keys = changes.map(({ attribute }) => attribute.key)
  return (row, faults) => {
    const own = ownValues(db, row, attributes, keys)
    const given: Record<string, unknown> = {}
    for (const { attribute, change, fillsBlanks } of changes) {
      const { key } = attribute
      // A blank stays blank; what shows the value of another entity, such as of its parent, goes on to show it.
      if (own[key] === null && (!fillsBlanks || isShown(db, row, attribute))) continue
      const result = change(own[key])
      if ('fault' in result) faults.addSentence(`attributes.${key}`, result.fault)
      else given[key] = result.value
    }
    return given
  }
}

const gone =
  'The definitions have changed since the edit was asked for, and it does not fit them any more. Send the edit again.'

function isShown(db: ReadableDb, row: EntityRow, { key, extras }: Attribute): boolean {
  return extras.inheritance_mode !== 'off' && shownValues(db, row, [key])[key] !== null
}
