import { withoutMarks } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

const longestGram = 3

export const separator = '\u0001'

// Every character except control characters is part of a token.
const tokenizer = `ascii tokenchars '${asciiSymbols().replaceAll("'", "''")}'`

function asciiSymbols(): string {
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  return printable.filter((character) => !/[a-z0-9]/i.test(character)).join('')
}

// Line breaks and the like would end a token; as characters of private use they do not.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\0-\x1f\x7f]/g
const privateUse = 0xe000

export function encode(text: string): string {
  return text.replace(control, (character) => String.fromCharCode(privateUse + character.charCodeAt(0)))
}

function hasPrivateUse(encoded: string): boolean {
  return /[\ue000-\ue07f]/.test(encoded)
}

export function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`
}

export function createFullText(tx: WritableDb, table: string, detail: 'none' | 'full'): void {
  tx.exec(
    `CREATE VIRTUAL TABLE ${table} USING fts5 (tokens, content = '', contentless_delete = 1, detail = ${detail},
       tokenize = "${tokenizer.replaceAll('"', '""')}")`,
  )
  // A slice is written as one sorted run, and runs are merged in idle time: by default FTS5 merges in the
  // middle of a commit.
  const settings = { hashsize: 67_108_864, automerge: 0, crisismerge: 1999, usermerge: 16 }
  for (const [name, value] of Object.entries(settings)) configure(tx, table, name, value)
}

/** After the table is filled many runs wait to be merged; a query has to read each. */
export function mergeSooner(tx: WritableDb, table: string): void {
  configure(tx, table, 'usermerge', 4)
}

function configure(tx: WritableDb, table: string, name: string, value: number): void {
  tx.run(`INSERT INTO ${table} (${table}, rank) VALUES (?, CAST(? AS INTEGER))`, name, value)
}

/** The number of sorted runs of a table, from FTS5's own record: a version, the levels, the runs. */
export function countRunsOf(db: ReadableDb, table: string): number {
  const [record] = db.column<Buffer>(`SELECT block FROM ${table}_data WHERE id = 10`)
  if (!record) return 0
  const isSecondForm = record.readUInt32BE(4) === 0xff000001
  const [, levels] = readVarint(record, isSecondForm ? 8 : 4)
  return readVarint(record, levels)[0]
}

function readVarint(bytes: Buffer, start: number): [value: number, end: number] {
  let end = start
  let value = 0
  for (let byte = 0x80; byte >= 0x80; end += 1) {
    byte = bytes[end] ?? 0
    value = value * 128 + (byte & 0x7f)
  }
  return [value, end]
}

const pagesPerMerge = 64

export function mergeRunsOf(tx: WritableDb, table: string): boolean {
  const changes = () => tx.column<number>('SELECT total_changes()')[0] ?? 0
  const before = changes()
  configure(tx, table, 'merge', pagesPerMerge)
  // The command itself counts as one change.
  return changes() - before >= 2
}

export class GramCollector {
  /**
   * Letters are numbered as they appear, so a gram is a small number and checking for a repetition is one
   * array access.
   */
  readonly #numbers = new Uint8Array(0x1_0000)
  readonly #seen = new Uint32Array(1 << (3 * letterBits))
  #letters = 0
  #turn = 0

  collect(texts: readonly string[]): string {
    this.#turn += 1
    const grams: string[] = []
    const rare = new Set<string>()
    for (const text of texts) {
      const encoded = encode(withoutMarks(text))
      if (!this.#collectCommon(encoded, grams)) collectAny(encoded, rare)
    }
    return [...grams, ...rare].join(separator)
  }

  /** False for a text with an unnumbered letter; no gram of the text has been collected then. */
  #collectCommon(text: string, grams: string[]): boolean {
    for (let index = 0; index < text.length; index += 1) {
      if (!this.#numberOf(text.charCodeAt(index))) return false
    }
    let code = 0
    for (let index = 0; index < text.length; index += 1) {
      code = ((code << letterBits) | (this.#numbers[text.charCodeAt(index)] ?? 0)) & codeMask
      const longest = Math.min(longestGram, index + 1)
      for (let length = 1; length <= longest; length += 1) {
        const gram = code & ((1 << (length * letterBits)) - 1)
        if (this.#seen[gram] === this.#turn) continue
        this.#seen[gram] = this.#turn
        grams.push(text.slice(index + 1 - length, index + 1))
      }
    }
    return true
  }

  #numberOf(unit: number): number {
    const known = this.#numbers[unit] ?? 0
    if (known > 0 || this.#letters >= maxLetters || isSurrogate(unit)) return known
    this.#letters += 1
    return (this.#numbers[unit] = this.#letters)
  }
}

const letterBits = 7
const maxLetters = (1 << letterBits) - 1
const codeMask = (1 << (3 * letterBits)) - 1

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

function collectAny(text: string, grams: Set<string>): void {
  const characters = [...text]
  characters.forEach((_, index) => {
    for (let length = 1; length <= Math.min(longestGram, characters.length - index); length += 1)
      grams.add(characters.slice(index, index + length).join(''))
  })
}

export interface GramQuery {
  readonly grams: readonly string[]
  /** Whether every entity with these grams contains the text; otherwise the texts have to be rechecked. */
  readonly isExact: boolean
}

// Enough that few entities without the text remain.
const maxGrams = 10

export function gramQuery(text: string): GramQuery {
  const encoded = encode(withoutMarks(text))
  const characters = [...encoded]
  const grams =
    characters.length <= longestGram ? [characters.join('')] : spread(trigramsOf(characters), maxGrams)
  return { grams, isExact: characters.length <= longestGram && !hasPrivateUse(encoded) }
}

function trigramsOf(characters: readonly string[]): string[] {
  const count = characters.length - longestGram + 1
  const trigrams = Array.from({ length: count }, (_, start) =>
    characters.slice(start, start + longestGram).join(''),
  )
  return [...new Set(trigrams)]
}

function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)] as Item,
  )
}
