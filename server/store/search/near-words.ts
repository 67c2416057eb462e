/**
 * Corrections of a word: words of the type and of its references that are one typo away, where no text has
 * the typed word.
 */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { isForgiving, isOneTypoAway, meantBeginning, shortestMeant } from '#shared/nearest.ts'
import type { ReadableDb } from '../database/database.ts'
import { cacheUntilWritten } from '../database/caches.ts'
import { attributesOf } from '../tables/attributes.ts'
import { countEntities } from '../tables/entities.ts'
import { findSearchIndex, readTexts } from './search-index.ts'
import { hasWordWith, wordsIn, wordsWith } from './search-words.ts'

// Each is searched like a typed word.
const maxMeant = 4

export function nearWords(db: ReadableDb, type: EntityType, typed: string): readonly string[] {
  if (!isForgiving(typed)) return []
  return cacheUntilWritten(db, `words near ${type} ${typed}`, () => {
    const types = typesAround(db, type)
    // The words of the index do not say of which attribute they are.
    if (types.some((one) => db.hidden?.searchedTypes.has(one))) return []
    const known = types.map((one) => new KnownWords(db, one))
    if (known.some((words) => words.haveWith(typed))) return []
    const words = [...new Set(known.flatMap((some) => some.near(typed)))].filter(
      ({ length }) => length >= shortestMeant,
    )
    return nearest(typed, words)
  })
}

function nearest(typed: string, words: readonly string[]): string[] {
  const whole = words.filter((word) => isOneTypoAway(typed, word))
  const meant =
    whole.length > 0 ? whole : [...new Set(words.flatMap((word) => meantBeginning(typed, word) ?? []))]
  // The first letter and the number of letters are seldom wrong.
  const strangeness = (word: string) =>
    2 * Number(word[0] !== typed[0]) + Number(word.length !== typed.length)
  return meant.toSorted((a, b) => strangeness(a) - strangeness(b) || (a < b ? -1 : 1)).slice(0, maxMeant)
}

function typesAround(db: ReadableDb, type: EntityType): EntityType[] {
  const targets = attributesOf(db, type).list.flatMap(({ extras }) => extras.reference?.type ?? [])
  return [...new Set([type, ...targets])]
}

// The most texts that are read for words.
const maxRead = 2000

/** The words of a type: from its search index and texts changed since, or for few entities from all texts. */
class KnownWords {
  readonly #db: ReadableDb
  readonly #type: EntityType
  readonly #isIndexed: boolean
  readonly #read: ReadonlySet<string>

  constructor(db: ReadableDb, type: EntityType) {
    this.#db = db
    this.#type = type
    const index = findSearchIndex(db, type)
    this.#isIndexed = index !== undefined
    this.#read = wordsOfSmallType(db, type, index?.changed)
  }

  haveWith(part: string): boolean {
    if (this.#isIndexed && hasWordWith(this.#db, this.#type, part)) return true
    return [...this.#read].some((word) => word.startsWith(part) || word.endsWith(part))
  }

  near(typed: string): string[] {
    const half = Math.floor(typed.length / 2)
    const [start, end] = [typed.slice(0, half), typed.slice(half)]
    const whole = `${start.slice(0, -1)}${end.slice(0, 1)}${start.slice(-1)}${end.slice(1)}`
    const indexed = this.#isIndexed ? wordsWith(this.#db, this.#type, { start, end, whole }) : []
    return [...indexed, ...this.#read].filter((word) => meantBeginning(typed, word) !== undefined)
  }
}

function wordsOfSmallType(
  db: ReadableDb,
  type: EntityType,
  changed: readonly number[] | undefined,
): ReadonlySet<string> {
  return cacheUntilWritten(db, `words of few ${type}`, () => {
    const ids = changed ?? idsOfSmallType(db, type)
    return ids.length > maxRead ? new Set<string>() : wordsIn(readTexts(db, type, ids).values())
  })
}

function idsOfSmallType(db: ReadableDb, type: EntityType): number[] {
  if (countEntities(db, type) > maxRead) return []
  return db.column<number>('SELECT id FROM entity WHERE type = +?', entityTypes.indexOf(type))
}
