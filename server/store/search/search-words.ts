/**
 * The words of the texts of an entity type, for corrections of typos. A word stays after its last text is
 * gone, but then finds nothing.
 */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { withoutMarks } from '#shared/text.ts'
import { wordsOfText } from '#shared/typos.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

export function wordTable(type: EntityType): string {
  return `search_${entityTypes.indexOf(type)}_words`
}

export function createWords(tx: WritableDb, type: EntityType): void {
  const table = wordTable(type)
  dropWords(tx, type)
  tx.exec(`CREATE TABLE ${table} (word TEXT PRIMARY KEY, mirrored TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX ${table}_mirrored ON ${table} (mirrored, word)`)
}

export function dropWords(tx: WritableDb, type: EntityType): void {
  tx.exec(`DROP TABLE IF EXISTS ${wordTable(type)}`)
}

export function addWords(tx: WritableDb, type: EntityType, texts: Iterable<readonly string[]>): void {
  const table = wordTable(type)
  const unknown = tx.column<string>(
    `SELECT value FROM json_each(?) WHERE value NOT IN (SELECT word FROM ${table})`,
    JSON.stringify([...wordsIn(texts)]),
  )
  const insert = `INSERT INTO ${table} (word, mirrored) VALUES (?, ?)`
  for (const word of unknown) tx.run(insert, word, mirror(word))
}

export function wordsIn(texts: Iterable<readonly string[]>): Set<string> {
  const words = new Set<string>()
  for (const several of texts)
    for (const text of several) for (const word of wordsOfText(withoutMarks(text))) words.add(word)
  return words
}

export function mirror(word: string): string {
  return [...word].toReversed().join('')
}

export interface WordParts {
  readonly start: string
  readonly end: string
  readonly whole: string
}

// Sorts after every word with the same beginning.
const last = '\uffff'
// A large vocabulary has some thousands of words with the same first two letters.
const maxWords = 20_000

export function hasWordWith(db: ReadableDb, type: EntityType, part: string): boolean {
  const table = wordTable(type)
  const sql = `SELECT 1 FROM ${table} WHERE word >= +? AND word < +? UNION ALL
    SELECT 1 FROM ${table} WHERE mirrored >= +? AND mirrored < +? LIMIT 1`
  const mirrored = mirror(part)
  return db.column(sql, part, part + last, mirrored, mirrored + last).length > 0
}

export function wordsWith(db: ReadableDb, type: EntityType, { start, end, whole }: WordParts): string[] {
  const table = wordTable(type)
  const sql = `SELECT word FROM (SELECT word FROM ${table} WHERE word >= +? AND word < +? LIMIT ${maxWords})
    UNION SELECT word FROM (SELECT word FROM ${table} WHERE mirrored >= +? AND mirrored < +? LIMIT ${maxWords})
    UNION SELECT word FROM ${table} WHERE word = +?`
  const mirrored = mirror(end)
  return db.column<string>(sql, start, start + last, mirrored, mirrored + last, whole)
}
