import type { FieldError } from '#shared/errors.ts'
import { attributesOf, orderAttributes } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults, validationFailed } from '../errors.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'
import { toConfig } from './attribute-config.ts'
import { findAttribute } from './find-attribute.ts'

export interface MoveAttributeRequest {
  readonly key: string
  readonly type: string | undefined
  /** The key of the attribute that it goes before; null for the last place. */
  readonly before: string | null | undefined
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Gives an attribute another place among those of its type, which is that of its column: 200 with its definition. A move to where it
 * stands already is recorded nowhere.
 */
export function moveAttribute(tx: WritableDb, request: MoveAttributeRequest): Answer {
  const { key, type, before, context } = request
  const faults = new Faults(request.faults)
  const attribute = findAttribute(tx, key, type, faults)
  const list = attribute ? attributesOf(tx, attribute.entityType).list : []
  const others = list.filter(({ id }) => id !== attribute?.id)
  const at = before == null ? others.length : others.findIndex((other) => other.key === before)
  if (attribute && at === -1 && before !== key)
    faults.addUnknown(
      'before',
      'not_a_defined_attribute',
      before ?? '',
      list.map((other) => other.key),
    )
  faults.throwIfAny()
  if (!attribute) throw validationFailed(faults.list)
  const old = list.indexOf(attribute)
  const place = before === key ? old : at
  if (place !== old) {
    const ordered = others.toSpliced(place, 0, attribute)
    orderAttributes(
      tx,
      ordered.map(({ id }) => id),
    )
    const change = { attribute: 'position', old: old + 1, new: place + 1 }
    recordAttributeEvent(tx, 'attribute.updated', attribute, [change], context)
  }
  return dataAnswer(200, JSON.stringify(toConfig(attribute)))
}
