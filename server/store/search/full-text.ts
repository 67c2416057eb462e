/** FTS5 tables of the search: whatever stands between two separators is a token, and runs are merged when there is time for it. */
import type { ReadableDb, WritableDb } from '../database/database.ts'

/** What stands between two tokens; no encoded text contains it. */
export const separator = '\u0001'

// Everything but control characters belongs to a token.
const tokenizer = `ascii tokenchars '${asciiSymbols().replaceAll("'", "''")}'`

function asciiSymbols(): string {
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  return printable.filter((character) => !/[a-z0-9]/i.test(character)).join('')
}

// Line breaks and the like would end a token; as characters of private use they do not.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\0-\x1f\x7f]/g
const privateUse = 0xe000

/** A text without control characters. */
export function encode(text: string): string {
  return text.replace(control, (character) => String.fromCharCode(privateUse + character.charCodeAt(0)))
}

/** Whether an encoded text has letters of private use, which may stand for themselves or for control characters. */
export function hasPrivateUse(encoded: string): boolean {
  return /[\ue000-\ue07f]/.test(encoded)
}

/** A token as FTS5 expressions name it. */
export function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`
}

/** Makes a table of tokens by the ids of entities: which have one, or also where in their texts it stands. */
export function createFullText(tx: WritableDb, table: string, detail: 'none' | 'full'): void {
  tx.exec(
    `CREATE VIRTUAL TABLE ${table} USING fts5 (tokens, content = '', contentless_delete = 1, detail = ${detail},
       tokenize = "${tokenizer.replaceAll('"', '""')}")`,
  )
  // A slice is written as one sorted run, however long its texts are, and runs are merged when a slice has time for it: left to
  // itself FTS5 merges in the middle of a commit.
  const settings = { hashsize: 67_108_864, automerge: 0, crisismerge: 1999, usermerge: 16 }
  for (const [name, value] of Object.entries(settings)) configure(tx, table, name, value)
}

/** Once the table is filled: many runs wait to be merged at once until then; later a query has to look into each of them. */
export function mergeSooner(tx: WritableDb, table: string): void {
  configure(tx, table, 'usermerge', 4)
}

function configure(tx: WritableDb, table: string, name: string, value: number): void {
  tx.run(`INSERT INTO ${table} (${table}, rank) VALUES (?, CAST(? AS INTEGER))`, name, value)
}

/** How many sorted runs a table consists of, from the record that FTS5 keeps of them: a version, the number of levels, that of runs. */
export function countRunsOf(db: ReadableDb, table: string): number {
  const [record] = db.column<Buffer>(`SELECT block FROM ${table}_data WHERE id = 10`)
  if (!record) return 0
  const isSecondForm = record.readUInt32BE(4) === 0xff000001
  const [, levels] = readVarint(record, isSecondForm ? 8 : 4)
  return readVarint(record, levels)[0]
}

/** A number of seven bits a byte, the last byte without the high bit, and where it ends. */
function readVarint(bytes: Buffer, start: number): [value: number, end: number] {
  let end = start
  let value = 0
  for (let byte = 0x80; byte >= 0x80; end += 1) {
    byte = bytes[end] ?? 0
    value = value * 128 + (byte & 0x7f)
  }
  return [value, end]
}

// Some milliseconds.
const pagesPerMerge = 64

/** Merges runs of a table as far as may be done at once; false where there are too few of them. */
export function mergeRunsOf(tx: WritableDb, table: string): boolean {
  const changes = () => tx.column<number>('SELECT total_changes()')[0] ?? 0
  const before = changes()
  configure(tx, table, 'merge', pagesPerMerge)
  // The command itself counts as one.
  return changes() - before >= 2
}
