import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import type { Attribute } from '../tables/attributes.ts'
import { quoted, gramQuery } from './search-grams.ts'
import { findSearchIndex, readColumns } from './search-index.ts'
import { hasSeveralWords, matchPairs } from './search-words.ts'

const maxSamples = 1000

export function checkSearch(db: ReadableDb): string[] {
  return entityTypes.flatMap((type) => {
    const index = findSearchIndex(db, type)
    if (!index) return []
    const changed = JSON.stringify(index.changed)
    return [...misplaced(db, type, index.table, changed), ...unfound(db, type, index.table, changed)]
  })
}

function misplaced(db: ReadableDb, type: EntityType, table: string, changed: string): string[] {
  const [stored, indexed] = [
    `SELECT count(*) FROM entity WHERE type = ${entityTypes.indexOf(type)} AND id NOT IN (SELECT value FROM json_each(?))`,
    `SELECT count(*) FROM ${table}_docsize WHERE id NOT IN (SELECT value FROM json_each(?))`,
  ].map((sql) => db.column<number>(sql, changed)[0])
  if (stored === indexed) return []
  return [`The search looks through ${indexed} entities of type ${type}, but there are ${stored}.`]
}

function unfound(db: ReadableDb, type: EntityType, table: string, changed: string): string[] {
  const sample = db.column<number>(
    `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total FROM entity
       WHERE type = ? AND id NOT IN (SELECT value FROM json_each(?))) WHERE place % max(1, total / ${maxSamples}) = 0`,
    entityTypes.indexOf(type),
    changed,
  )
  const columns = readColumns(db, type, sample)
  const lost = columns.flatMap(({ attribute, texts }) =>
    texts.flatMap(([id, text]) =>
      isFound(db, table, id, text) && isPaired(db, attribute, id, text) ? [] : id,
    ),
  )
  return sample.filter((id) => lost.includes(id)).map(describeUnfound)
}

function isFound(db: ReadableDb, table: string, id: number, text: string): boolean {
  const { grams } = gramQuery(text)
  return text === '' || isMatched(db, table, id, grams.map(quoted).join(' AND '))
}

const longestStart = 40

function isPaired(db: ReadableDb, attribute: Attribute, id: number, text: string): boolean {
  const start = text.slice(0, longestStart).replace(/[\ud800-\udbff]$/, '')
  const pairs =
    attribute.traits.isLong && hasSeveralWords(start) ? matchPairs(db, attribute, start) : undefined
  return !pairs || pairs.untold.includes(id) || isMatched(db, pairs.table, id, pairs.match)
}

function isMatched(db: ReadableDb, table: string, id: number, match: string): boolean {
  const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid = CAST(? AS INTEGER)`
  return db.column<number>(sql, match, id).length === 1
}

function describeUnfound(id: number): string {
  return `The search does not find entity ${id} by its texts.`
}
