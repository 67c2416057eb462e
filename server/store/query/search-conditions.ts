/**
 * A search as conditions that all hold, one for each of its parts. Whoever has a text that contains the whole search literally is
 * found whatever its parts mean, as the API promises; for words and phrases that goes without saying.
 */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import type { Search, SoughtTerm } from './clause.ts'
import { compileClause } from './compile-clause.ts'
import { compileText } from './compile-search.ts'
import { anyWord, compileWord, referring } from './compile-word.ts'
import { anyOf, type Condition, negate } from './condition.ts'
import { meantWords } from './meant-words.ts'

/** What an entity must meet to be found. */
export function compileSearch(db: ReadableDb, type: EntityType, { text, terms }: Search): Condition[] {
  return terms.map((term) => {
    const condition = compileTerm(db, type, term)
    const isPartOfSearch = typeof term.sought === 'string' && !term.isExcluded
    return isPartOfSearch ? condition : anyOf([condition, compileText(db, type, text)])
  })
}

function compileTerm(db: ReadableDb, type: EntityType, term: SoughtTerm): Condition {
  const conditions = [
    compileSought(db, type, term.sought),
    ...meantWords(db, type, term).map((word) => compileWord(db, type, word)),
  ]
  const condition = anyWord(conditions)
  return term.isExcluded ? negate(condition) : condition
}

function compileSought(db: ReadableDb, type: EntityType, sought: SoughtTerm['sought']): Condition {
  if (typeof sought === 'string') return compileWord(db, type, sought)
  return 'label' in sought ? referring(db, sought.source, sought.label) : compileClause(db, type, sought)
}
