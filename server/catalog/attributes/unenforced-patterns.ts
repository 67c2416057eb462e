import type { Finding } from '#shared/app-surface.ts'
import { entityTypes } from '#shared/entities.ts'
import { message, textOf } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { compilePattern } from './data-types/pattern.ts'

/** The patterns of stored definitions by which no value is checked, because they cannot be run. */
export function unenforcedPatterns(db: ReadableDb): Finding[] {
  const attributes = entityTypes.flatMap((type) => attributesOf(db, type).list)
  return attributes.flatMap(({ name, key, entityType, extras: { constraints } }) => {
    const { pattern } = constraints
    const compiled = pattern === undefined ? undefined : compilePattern(pattern)
    if (pattern === undefined || (compiled && 'matches' in compiled)) return []
    const reason = compiled?.fault ?? message('pattern.not_regular')
    const sentence = `No value is checked by the pattern of "${name}" (${key} of ${entityType}). ${textOf(reason)}`
    return [{ check: 'patterns' as const, message: sentence }]
  })
}
