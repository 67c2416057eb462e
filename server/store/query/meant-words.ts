import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { nearWords } from '../search/near-words.ts'
import type { SoughtTerm } from './clause.ts'

/** What is found by a part of a search besides what has it: words that it may have been meant to be. */
export function meantWords(
  db: ReadableDb,
  type: EntityType,
  { sought, isExcluded, isPhrase }: SoughtTerm,
): readonly string[] {
  return typeof sought === 'string' && !isExcluded && !isPhrase ? nearWords(db, type, sought) : []
}
