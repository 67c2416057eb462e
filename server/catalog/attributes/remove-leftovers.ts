import { toAttributeKey } from '#shared/attribute-key.ts'
import { entityTypes } from '#shared/entities.ts'
import { isObject } from '#shared/json-object.ts'
import { checkpointInSteps, type WritableDb } from '../../store/database/database.ts'
import { type LeftoverKey, removeSomeLeftovers } from '../../store/tables/leftover-values.ts'

interface LeftoverSlice {
  /** The body of an attribute that is to be made, not checked yet: only what has its key is removed. */
  readonly before?: unknown
}

// Another write waits for a slice at most.
const sliceMs = 3

/** Removes what deleted attributes have left in documents, for as long as may pass between two writes; true when there is more to do. */
export function removeLeftovers(tx: WritableDb, { before }: LeftoverSlice): boolean {
  const only = keyOf(before)
  if (before !== undefined && !only) return false
  const end = performance.now() + sliceMs
  let isMore = true
  while (isMore && performance.now() < end) isMore = removeSomeLeftovers(tx, only)
  checkpointInSteps(tx, isMore)
  return isMore
}

function keyOf(body: unknown): LeftoverKey | undefined {
  if (!isObject(body)) return undefined
  const { entity_type: type, key, name } = body
  const known = entityTypes.find((one) => one === type)
  const text = typeof key === 'string' ? key : typeof name === 'string' ? toAttributeKey(name) : undefined
  return known && text !== undefined ? { type: known, key: text } : undefined
}
