import { entityTypes, type EntityType } from '#shared/entities.ts'
import { withoutMarks } from '#shared/text.ts'
import { wordsOfText } from '#shared/nearest.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { cacheUntilWritten } from '../database/caches.ts'
import type { Attribute } from '../tables/attributes.ts'
import { createFullText, encode, quoted, separator } from './search-grams.ts'

/**
 * The words of the texts of an entity type, for corrections of typos. A word stays after its last text is
 * gone, but then finds nothing.
 */

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

function mirror(word: string): string {
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

/**
 * The pairs of neighbouring words of long texts, with positions. Words stand between spaces or line ends, so
 * pairs give a text letter for letter: a search of several words reads no text, however many match. Grams
 * would leave all matches to be read (decisions, 155).
 */

export interface TextColumn {
  readonly attribute: Attribute
  readonly texts: readonly (readonly [entity: number, comparable: string])[]
}

export function pairTable(type: EntityType): string {
  return `search_${entityTypes.indexOf(type)}_pairs`
}

/** The words of the pairs, spelled backwards, so that words with the same end are one range. */
function endingTable(type: EntityType): string {
  return `search_${entityTypes.indexOf(type)}_endings`
}

export function createPairs(tx: WritableDb, type: EntityType): void {
  createFullText(tx, pairTable(type), 'full')
  tx.exec(
    `CREATE TABLE ${endingTable(type)} (attribute INTEGER, mirrored TEXT, PRIMARY KEY (attribute, mirrored)) STRICT, WITHOUT ROWID`,
  )
}

export function dropPairs(tx: WritableDb, type: EntityType): void {
  for (const table of [pairTable(type), endingTable(type)]) tx.exec(`DROP TABLE IF EXISTS ${table}`)
}

// A text with a longer word is skipped: in texts without spaces each word would be unique.
const longestWord = 128
// Letters with a meaning in pairs, and the one that sorts after all.
const reserved = /[\ue000-\ue0ff\u{10ffff}]/u
const lineEnd = encode('\n')
// Follows the last word of a text; alone, it marks a skipped text.
const [end, untold] = ['\ue0fe', '\ue0fd']

function wordsOf(text: string): string[] {
  return encode(text).replaceAll(lineEnd, ` ${lineEnd} `).split(' ')
}

export function hasSeveralWords(text: string): boolean {
  return wordsOf(text).length > 1
}

export function addPairs(tx: WritableDb, type: EntityType, columns: readonly TextColumn[]): void {
  const tokens = new Map<number, string[]>()
  for (const { attribute, texts } of columns) {
    const endings = new Set<string>()
    for (const [entity, comparable] of texts)
      tokens.set(entity, [...(tokens.get(entity) ?? []), ...tokensOf(attribute, comparable, endings)])
    addEndings(tx, type, attribute, endings)
  }
  const insert = `INSERT INTO ${pairTable(type)} (rowid, tokens) VALUES (?, ?)`
  for (const [entity, list] of tokens) tx.run(insert, entity, list.join(separator))
}

function tokensOf(attribute: Attribute, comparable: string, endings: Set<string>): string[] {
  const words = reserved.test(comparable) ? [] : wordsOf(comparable)
  if (words.length === 0 || words.some(({ length }) => length > longestWord))
    return [token(attribute, untold)]
  for (const word of words) endings.add(mirror(word))
  return words.map((word, at) => token(attribute, word, words[at + 1]))
}

function token({ id }: Attribute, word: string, next?: string): string {
  return `${id}:${word}${next === undefined ? end : ` ${next}`}`
}

function addEndings(tx: WritableDb, type: EntityType, { id }: Attribute, endings: ReadonlySet<string>): void {
  tx.run(
    `INSERT OR IGNORE INTO ${endingTable(type)} (attribute, mirrored) SELECT ?, value FROM json_each(?)`,
    id,
    JSON.stringify([...endings]),
  )
}

export interface PairMatch {
  readonly table: string
  /** Finds every entity whose text in the attribute contains the search, except skipped texts. */
  readonly match: string
  readonly untold: readonly number[]
}

const maxPairedWords = 200
// With so many skipped texts, grams leave fewer texts to be read.
const maxUntold = 1000

/** Finds a folded text by pairs; undefined where grams are quicker. */
export function matchPairs(db: ReadableDb, attribute: Attribute, text: string): PairMatch | undefined {
  const asked = wordsOf(text)
  if (asked[0] === '' || reserved.test(text)) return undefined
  const firsts = firstWords(db, attribute, asked)
  const without = firsts.length > maxPairedWords ? [] : listUntold(db, attribute)
  if (firsts.length > maxPairedWords || without.length > maxUntold) return undefined
  const phrases = firsts.flatMap((first) => phrasesOf(attribute, [first, ...asked.slice(1)]))
  const match = phrases.length === 0 ? quoted(end) : phrases.join(' OR ')
  return { table: pairTable(attribute.entityType), match, untold: without }
}

function firstWords(
  db: ReadableDb,
  { id, entityType }: Attribute,
  [first = '', ...more]: string[],
): string[] {
  const mirrored = mirror(first)
  const [condition, ...bound] =
    more.length === 0
      ? ['instr(mirrored, +?) > 0', mirrored]
      : ['mirrored >= +? AND mirrored < +?', mirrored, `${mirrored}\u{10ffff}`]
  const sql = `SELECT mirrored FROM ${endingTable(entityType)} WHERE attribute = +? AND ${condition} LIMIT ${maxPairedWords + 1}`
  return db.column<string>(sql, id, ...bound).map(mirror)
}

/** A single word anywhere; else consecutive pairs, the last one by its beginning. */
function phrasesOf(attribute: Attribute, words: readonly string[]): string[] {
  const [only = ''] = words
  if (words.length === 1) return [quoted(token(attribute, only)), `${quoted(token(attribute, only, ''))} *`]
  const pairs = words.slice(1).map((next, at) => token(attribute, words[at] ?? '', next))
  return [`${quoted(pairs.join(separator))} *`]
}

function listUntold(db: ReadableDb, attribute: Attribute): number[] {
  const table = pairTable(attribute.entityType)
  return cacheUntilWritten(db, `untold ${attribute.id}`, () =>
    db.column<number>(
      `SELECT rowid FROM ${table} WHERE ${table} MATCH +? LIMIT ${maxUntold + 1}`,
      quoted(token(attribute, untold)),
    ),
  )
}
