import type { Attribute, AttributeSet } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { collectingEvents } from '../../store/tables/events.ts'
import { collectingComparables } from '../../store/tables/values.ts'

// Their transaction costs as much as writing some ten of them.
const fewestEntities = 60

/**
 * Writes many entities of a type. Events are written together at the end, and values that nothing looks up meanwhile: those that
 * are not unique, not primary, no key by which entities are found (`lookedUp`), and of which nothing is computed.
 */
export function writingMany<T>(
  tx: WritableDb,
  { list, computed }: AttributeSet,
  lookedUp: ReadonlySet<string | undefined>,
  fn: () => T,
): T {
  const isLookedUp = ({ key, isPrimary, dataType, extras }: Attribute) =>
    isPrimary ||
    extras.constraints.unique ||
    lookedUp.has(key) ||
    dataType === 'image' ||
    dataType === 'video'
  const attributes = computed.length > 0 ? [] : list.filter((attribute) => !isLookedUp(attribute))
  return collectingEvents(tx, () => collectingComparables(tx, new Set(attributes.map(({ id }) => id)), fn))
}

/** Whether a transaction that has written some of many entities is to end, because others wait for the writer. */
export function makesWay(tx: WritableDb, done: number): boolean {
  return done >= fewestEntities && tx.isAwaited()
}
