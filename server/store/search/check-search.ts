import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { gramQuery } from './search-grams.ts'
import { readTexts, findSearchIndex } from './search-index.ts'

const maxSamples = 1000

/** What is wrong with the search indexes: an entity without a place in one, or, of a sample, one that is not found by its texts. */
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

/** Evenly spread entities, each looked up by the beginnings of its texts. */
function unfound(db: ReadableDb, type: EntityType, table: string, changed: string): string[] {
  const sample = db.column<number>(
    `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total FROM entity
       WHERE type = ? AND id NOT IN (SELECT value FROM json_each(?))) WHERE place % max(1, total / ${maxSamples}) = 0`,
    entityTypes.indexOf(type),
    changed,
  )
  const texts = readTexts(db, type, sample)
  return sample.filter((id) => !isFound(db, table, id, texts.get(id) ?? [])).map(tellUnfound)
}

function isFound(db: ReadableDb, table: string, id: number, texts: readonly string[]): boolean {
  return texts.every((text) => {
    const { grams } = gramQuery(text)
    const match = grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')
    const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid = CAST(? AS INTEGER)`
    return text === '' || db.column<number>(sql, match, id).length === 1
  })
}

function tellUnfound(id: number): string {
  return `The search does not find entity ${id} by its texts.`
}
