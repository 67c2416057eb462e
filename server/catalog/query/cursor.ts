import { hash } from 'node:crypto'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Position } from '../../store/query/order.ts'
import type { Comparable } from '../../store/tables/values.ts'
import type { Faults } from '../errors.ts'

export function toFingerprint(identity: unknown): string {
  return hash('sha256', JSON.stringify(identity), 'base64url').slice(0, 12)
}

/** The fingerprint of a list, unique across workspaces. */
export function markList({ path }: ReadableDb, identity: unknown): string {
  return toFingerprint([path, identity])
}

/** An opaque text for the position after a row of one list; without a row, for the start of the list. */
export function encodeCursor(fingerprint: string, position: Position | undefined): string {
  const place = [position?.entity ?? 0, ...(position?.values ?? [])]
  return Buffer.from(JSON.stringify([toFingerprint([fingerprint, place]), ...place])).toString('base64url')
}

const otherCursor =
  'The cursor is none of this list: it was changed, or comes from another list, filter, order or workspace. Start without it.'

/** The position a cursor points behind; a broken one or one of another list is `invalid_value` (decisions, Paging). */
export function decodeCursor(fingerprint: string, cursor: string, faults: Faults): Position | undefined {
  const [mark, ...place] = parse(cursor)
  const [entity, ...values] = place
  if (
    mark !== toFingerprint([fingerprint, place]) ||
    typeof entity !== 'number' ||
    !values.every(isComparable)
  ) {
    return faults.explain('cursor', 'invalid_value', otherCursor)
  }
  return entity === 0 ? undefined : { entity, values }
}

function parse(cursor: string): unknown[] {
  try {
    const bytes = Buffer.from(cursor, 'base64url')
    const content: unknown = JSON.parse(bytes.toString())
    // Node ignores invalid Base64 characters.
    return Array.isArray(content) && bytes.toString('base64url') === cursor ? content : []
  } catch {
    return []
  }
}

function isComparable(value: unknown): value is Comparable | null {
  return value === null || typeof value === 'string' || typeof value === 'number'
}
